-- What investors ask to invest (decisions §4). A request counts in no total; it reserves its part of what the project
-- offers until it is decided, withdrawn, or 14 days old.
create table app.investment_request (
  id uuid primary key default app.new_id(),
  investor_id uuid not null references app.investor on delete restrict,
  project_id uuid not null references app.project on delete restrict,
  amount_cents bigint not null check (amount_cents between 1 and 99999999999999),
  note text check (length(note) between 1 and 1000),
  -- When the investor said that they had understood terms and risk.
  understood_at timestamptz not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'expired', 'withdrawn')),
  requested_at timestamptz not null default now(),
  reserved_until timestamptz not null default now() + interval '14 days',
  decided_at timestamptz,
  decided_by uuid references auth."user" on delete restrict,
  reason text check (length(reason) between 1 and 500),
  investment_id uuid unique references app.investment on delete set null,
  constraint decided_has_a_time check ((status = 'pending') = (decided_at is null)),
  constraint declined_has_a_reason check ((status = 'declined') = (reason is not null)),
  constraint approved_makes_an_investment check (investment_id is null or status = 'approved')
);
create index on app.investment_request (requested_at desc, id desc);
create index on app.investment_request (status, requested_at desc, id desc);
create index on app.investment_request (investor_id, requested_at desc, id desc);
create index on app.investment_request (project_id);

-- A request that is not sent yet, so that it goes on where it was left, on any device.
create table app.request_draft (
  investor_id uuid not null references app.investor on delete cascade,
  project_id uuid not null references app.project on delete cascade,
  amount_cents bigint not null check (amount_cents between 1 and 99999999999999),
  note text check (length(note) between 1 and 1000),
  understood_at timestamptz,
  version integer not null default 1,
  saved_at timestamptz not null default now(),
  primary key (investor_id, project_id)
);
create index on app.request_draft (saved_at);
create trigger move_version before update on app.request_draft for each row execute function app.move_version();

-- What a project offers, the smaller of its target and its units at their price, and what of it is left: what is invested,
-- cancelled ones aside, and what open requests reserve is taken. Where the funded share is typed in, it is taken too, and
-- what was invested after its day comes on top. Null where neither is stated. Below zero when more was invested by hand.
create function app.offer_of(p_project uuid) returns table (offered_cents bigint, left_cents bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select offer.cents, offer.cents - greatest(invested.cents, said.cents + invested.since_cents) - reserved.cents
  from app.project p
  cross join lateral (select least(p.target_cents, p.units * p.unit_price_cents) as cents) offer
  cross join lateral (
    select coalesce(sum(i.amount_cents), 0)::bigint as cents,
      coalesce(sum(i.amount_cents) filter (where i.invested_on > p.funded_as_of_on), 0)::bigint as since_cents
    from app.investment i where i.project_id = p.id and i.status <> 'cancelled') invested
  cross join lateral (
    select case when p.target_cents is null and p.funded_bp is not null
      then ceil(offer.cents::numeric * p.funded_bp / 10000)::bigint else 0 end as cents) said
  cross join lateral (
    select coalesce(sum(r.amount_cents), 0)::bigint as cents
    from app.investment_request r
    where r.project_id = p.id and r.status = 'pending' and r.reserved_until > now()) reserved
  where p.id = p_project
$$;
revoke all on function app.offer_of from public;

-- The same for somebody who would take part: nothing where the project is not public or closed. Holds the project until
-- the commit, so that of two who want the last unit the second sees what the first has taken.
create function app.take_turn_at_offer(p_project uuid) returns table (offered_cents bigint, left_cents bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from app.project p where p.id = p_project for no key update;
  return query select o.offered_cents, o.left_cents from app.project p, app.offer_of(p.id) o
    where p.id = p_project and p.published and p.archived_at is null and p.status <> 'completed';
end $$;
revoke all on function app.take_turn_at_offer from public;

-- The same without holding it, for a page.
create function app.open_offer(p_project uuid) returns table (offered_cents bigint, left_cents bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.offered_cents, o.left_cents from app.project p, app.offer_of(p.id) o
  where p.id = p_project and p.published and p.archived_at is null and p.status <> 'completed'
$$;
revoke all on function app.open_offer from public;

-- Never more than what is offered, whatever the program does.
create function app.check_request() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  left_over bigint;
begin
  select o.left_cents into left_over from app.take_turn_at_offer(new.project_id) o;
  if left_over is null or new.amount_cents > left_over then
    raise exception 'a request reserves no more than the project still offers' using errcode = 'check_violation';
  end if;
  if exists (select from app.project p where p.id = new.project_id and p.minimum_cents > new.amount_cents) then
    raise exception 'a request is not below the minimum' using errcode = 'check_violation';
  end if;
  if exists (select from app.investor i where i.id = new.investor_id and i.archived_at is not null) then
    raise exception 'an archived investor requests nothing' using errcode = 'check_violation';
  end if;
  if exists (
    select from app.investment_request r where r.investor_id = new.investor_id and r.project_id = new.project_id
      and r.status = 'pending' and r.reserved_until > now()
  ) then
    raise exception 'one open request for a project at a time' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_request before insert on app.investment_request for each row execute function app.check_request();

-- What was requested stays; it is decided once; what approves it is an investment of the same amount, within the offer.
create function app.keep_request() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  left_over bigint;
begin
  if (new.investor_id, new.project_id, new.amount_cents, new.note, new.understood_at, new.requested_at) is distinct from
     (old.investor_id, old.project_id, old.amount_cents, old.note, old.understood_at, old.requested_at)
  or (old.status <> 'pending' and (new.status, new.reason, new.decided_at, new.decided_by) is distinct from
     (old.status, old.reason, old.decided_at, old.decided_by)) then
    raise exception 'a request stays as it was sent, and is decided once' using errcode = 'restrict_violation';
  end if;
  if new.status = 'approved' and old.status = 'pending' then
    if not exists (
      select from app.investment i where i.id = new.investment_id
        and (i.investor_id, i.project_id, i.amount_cents) = (new.investor_id, new.project_id, new.amount_cents)
    ) then
      raise exception 'an approved request has its investment' using errcode = 'check_violation';
    end if;
    perform from app.project p where p.id = new.project_id for no key update;
    select o.left_cents into left_over from app.offer_of(new.project_id) o;
    -- It is counted twice here: what it reserved, and what became of it.
    if old.reserved_until <= now() or left_over + new.amount_cents < 0 then
      raise exception 'what is approved is still reserved and offered' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger keep_request before update on app.investment_request for each row execute function app.keep_request();

create trigger audit after insert or update or delete on app.investment_request for each row
  execute function app.audit('id', 'investor_id', 'project_id', 'amount_cents', 'status', 'understood_at',
    'reserved_until', 'reason', 'investment_id');

-- The question before a removal counts requests as well: the functions of the access files are made anew with them.
drop function if exists app.project_history(uuid);
drop function if exists app.investor_history(uuid);
