-- What an investment owns of its project: a named unit, or a share in percent. A unit has one holder and shares never
-- exceed 100%, counting investments that are not cancelled and requests that are open.

-- The units of a project, and the shares that it offers with their prices.
create table app.project_unit (
  id uuid primary key default app.new_id(),
  project_id uuid not null references app.project on delete cascade,
  name text not null check (length(name) between 1 and 80),
  share_bp integer check (share_bp between 1 and 10000),
  price_cents bigint check (price_cents between 100 and 99999999999900 and price_cents % 100 = 0),
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (id, project_id)
);
create unique index on app.project_unit (project_id, lower(name)) where archived_at is null;
create index on app.project_unit (project_id);
create trigger move_version before update on app.project_unit for each row execute function app.move_version();
create trigger refuse_invisible before insert or update of name on app.project_unit
  for each row execute function app.refuse_invisible('name');
create trigger audit after insert or update or delete on app.project_unit for each row
  execute function app.audit('id', 'project_id', 'name', 'share_bp', 'price_cents', 'archived_at');

alter table app.investment
  add column unit_id uuid,
  add column share_bp integer check (share_bp between 1 and 10000),
  add constraint unit_or_share check (unit_id is null or share_bp is null),
  add constraint unit_of_project foreign key (unit_id, project_id) references app.project_unit (id, project_id);
create unique index one_holder on app.investment (unit_id) where status <> 'cancelled';
create index on app.investment (unit_id) where unit_id is not null;

alter table app.investment_request
  add column unit_id uuid,
  add column share_bp integer check (share_bp between 1 and 10000),
  add constraint unit_or_share check (unit_id is null or share_bp is null),
  add constraint unit_of_project foreign key (unit_id, project_id) references app.project_unit (id, project_id);
create index on app.investment_request (unit_id) where unit_id is not null;

alter table app.request_draft
  add column unit_id uuid,
  add column share_bp integer check (share_bp between 1 and 10000),
  add constraint unit_or_share check (unit_id is null or share_bp is null),
  add constraint unit_of_project foreign key (unit_id, project_id) references app.project_unit (id, project_id)
    on delete set null (unit_id);
create index on app.request_draft (unit_id) where unit_id is not null;

-- An investor's own open request does not stand against their investment: approving it makes one.
create function app.unit_is_held(p_unit uuid, p_investment uuid, p_request uuid, p_own uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from app.investment i
    where i.unit_id = p_unit and i.status <> 'cancelled' and i.id is distinct from p_investment)
  or exists (
    select from app.investment_request r
    where r.unit_id = p_unit and r.status = 'pending' and r.reserved_until > now()
      and r.id is distinct from p_request and r.investor_id is distinct from p_own)
$$;
revoke all on function app.unit_is_held from public;

-- What investments and open requests own of a project in basis points, without these.
create function app.share_held(p_project uuid, p_investment uuid, p_request uuid, p_own uuid) returns integer
language sql stable set search_path = pg_catalog, pg_temp as $$
  select (
    (select coalesce(sum(i.share_bp), 0) from app.investment i
      where i.project_id = p_project and i.share_bp is not null and i.status <> 'cancelled'
        and i.id is distinct from p_investment)
    + (select coalesce(sum(r.share_bp), 0) from app.investment_request r
      where r.project_id = p_project and r.share_bp is not null and r.status = 'pending' and r.reserved_until > now()
        and r.id is distinct from p_request and r.investor_id is distinct from p_own))::integer
$$;
revoke all on function app.share_held from public;

-- Holds the project until the commit, so that of two who want the last unit the second sees what the first has taken.
create function app.hold_unit() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  is_investment boolean := tg_table_name = 'investment';
begin
  if tg_op = 'UPDATE' and (new.unit_id, new.share_bp, new.project_id, new.investor_id, new.status = 'cancelled')
    is not distinct from (old.unit_id, old.share_bp, old.project_id, old.investor_id, old.status = 'cancelled') then
    return new;
  end if;
  perform from app.project p where p.id = new.project_id for no key update;
  if new.unit_id is not null then
    if not exists (select from app.project_unit u where u.id = new.unit_id and u.share_bp is null and u.archived_at is null) then
      raise exception 'this unit is no longer of the project' using errcode = 'check_violation', constraint = 'unit_of_project';
    end if;
    if app.unit_is_held(new.unit_id, new.id, new.id, case when is_investment then new.investor_id end) then
      raise exception 'a unit has one holder' using errcode = 'check_violation', constraint = 'one_holder';
    end if;
  elsif app.share_held(new.project_id, new.id, new.id, case when is_investment then new.investor_id end)
    + new.share_bp > 10000 then
    raise exception 'shares of a project exceed no 100%%' using errcode = 'check_violation', constraint = 'whole_project';
  end if;
  return new;
end $$;
create trigger hold_unit before insert or update of unit_id, share_bp, project_id, investor_id, status on app.investment
  for each row when (new.status <> 'cancelled' and (new.unit_id is not null or new.share_bp is not null))
  execute function app.hold_unit();
create trigger hold_unit before insert on app.investment_request
  for each row when (new.unit_id is not null or new.share_bp is not null) execute function app.hold_unit();

-- A request names what it was sent with, and what approves it names the same.
create function app.keep_unit() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if (new.unit_id, new.share_bp) is distinct from (old.unit_id, old.share_bp) then
    raise exception 'a request stays as it was sent, and is decided once' using errcode = 'restrict_violation';
  end if;
  if new.status = 'approved' and old.status = 'pending' and not exists (
    select from app.investment i where i.id = new.investment_id
      and (i.unit_id, i.share_bp) is not distinct from (new.unit_id, new.share_bp)
  ) then
    raise exception 'what is approved names what was requested' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_unit before update on app.investment_request for each row execute function app.keep_unit();

-- A unit is removed only while no one holds it.
create function app.keep_held_unit() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.project p where p.id = new.project_id for no key update;
  if app.unit_is_held(new.id, null, null, null) then
    raise exception 'a unit that someone holds stays' using errcode = 'restrict_violation', constraint = 'one_holder';
  end if;
  return new;
end $$;
create trigger keep_held_unit before update of archived_at on app.project_unit for each row
  when (new.archived_at is not null and old.archived_at is null) execute function app.keep_held_unit();

-- The unit is in the audit log of an investment and of a request.
drop trigger audit on app.investment;
create trigger audit after insert or update or delete on app.investment for each row
  execute function app.audit('id', 'investor_id', 'project_id', 'amount_cents', 'received_cents', 'status', 'invested_on',
    'next_payment_on', 'next_payment_cents', 'cancelled_on', 'archived_at', 'unit_id', 'share_bp');
drop trigger audit on app.investment_request;
create trigger audit after insert or update or delete on app.investment_request for each row
  execute function app.audit('id', 'investor_id', 'project_id', 'amount_cents', 'status', 'understood_at',
    'reserved_until', 'reason', 'investment_id', 'unit_id', 'share_bp');
