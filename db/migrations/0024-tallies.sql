-- How many there are of each kind, and how much money, is kept and not counted each time a list is opened: with 300,000
-- investments counting takes longer than everything else of the page. Each change adds what it changes as a row of its
-- own, so nobody waits for anybody; a reader adds the rows up, and every now and then they are folded together.
create table app.tally (
  id bigint primary key generated always as identity,
  subject text not null check (subject in ('investment', 'investing', 'investor', 'account', 'mail')),
  kind text not null,
  count bigint not null,
  amount_cents bigint not null default 0,
  received_cents bigint not null default 0
);

-- How many investments of an investor are not cancelled, for the number of those who have one.
create table app.investor_holding (
  investor_id uuid primary key references app.investor on delete cascade,
  investments integer not null check (investments >= 0)
);

create function app.fold_tallies() returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('msingi tallies')) then return; end if;
  with folded as (delete from app.tally returning subject, kind, count, amount_cents, received_cents)
  insert into app.tally (subject, kind, count, amount_cents, received_cents)
  select subject, kind, sum(count)::bigint, sum(amount_cents)::bigint, sum(received_cents)::bigint
  from folded group by subject, kind;
end $$;

create function app.add_to_tally(p_subject text, p_kind text, p_count integer, p_amount bigint default 0,
  p_received bigint default 0) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added bigint;
begin
  insert into app.tally (subject, kind, count, amount_cents, received_cents)
    values (p_subject, p_kind, p_count, p_amount, p_received) returning id into added;
  if added % 1024 = 0 then perform app.fold_tallies(); end if;
end $$;

create function app.kind_of_investment(i app.investment) returns text language sql immutable as $$
  select i.status || case when i.archived_at is null then '' else ' archived' end
$$;

create function app.change_holding(p_investor uuid, p_by integer) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  held integer;
begin
  insert into app.investor_holding as h (investor_id, investments) values (p_investor, greatest(p_by, 0))
    on conflict (investor_id) do update set investments = h.investments + p_by returning investments into held;
  if held = 1 and p_by = 1 or held = 0 then perform app.add_to_tally('investing', 'all', p_by); end if;
end $$;

create function app.tally_investment() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  held uuid := case when tg_op <> 'INSERT' and old.status <> 'cancelled' then old.investor_id end;
  holds uuid := case when tg_op <> 'DELETE' and new.status <> 'cancelled' then new.investor_id end;
begin
  if tg_op <> 'INSERT' then
    perform app.add_to_tally('investment', app.kind_of_investment(old), -1, -old.amount_cents, -old.received_cents);
  end if;
  if tg_op <> 'DELETE' then
    perform app.add_to_tally('investment', app.kind_of_investment(new), 1, new.amount_cents, new.received_cents);
  end if;
  if held is distinct from holds then
    if held is not null then perform app.change_holding(held, -1); end if;
    if holds is not null then perform app.change_holding(holds, 1); end if;
  end if;
  return null;
end $$;
create trigger tally after insert or delete on app.investment for each row execute function app.tally_investment();
create trigger tally_change after update on app.investment for each row
  when ((old.status, old.amount_cents, old.received_cents, old.investor_id, old.archived_at is null)
    is distinct from (new.status, new.amount_cents, new.received_cents, new.investor_id, new.archived_at is null))
  execute function app.tally_investment();

-- The account decides, and one without has a status of their own. Whoever changes the account's is waited for.
create function app.kind_of_investor(p_user uuid, p_own text, p_archived timestamptz) returns text language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  decided text;
begin
  select status into decided from auth."user" where id = p_user for share;
  return coalesce(decided, p_own) || case when p_archived is null then '' else ' archived' end;
end $$;

create function app.tally_investor() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' then
    perform app.add_to_tally('investor', app.kind_of_investor(old.user_id, old.own_status, old.archived_at), -1);
  end if;
  if tg_op <> 'DELETE' then
    perform app.add_to_tally('investor', app.kind_of_investor(new.user_id, new.own_status, new.archived_at), 1);
  end if;
  return null;
end $$;
create trigger tally after insert or delete on app.investor for each row execute function app.tally_investor();
create trigger tally_change after update on app.investor for each row
  when ((old.user_id, old.own_status, old.archived_at is null)
    is distinct from (new.user_id, new.own_status, new.archived_at is null))
  execute function app.tally_investor();

create function app.tally_account() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  archived text;
begin
  if tg_op <> 'INSERT' then perform app.add_account_to_tally(old, -1); end if;
  if tg_op <> 'DELETE' then perform app.add_account_to_tally(new, 1); end if;
  if tg_op = 'UPDATE' and old.status <> new.status then
    select case when archived_at is null then '' else ' archived' end into archived
      from app.investor where user_id = new.id;
    if found then
      perform app.add_to_tally('investor', old.status || archived, -1);
      perform app.add_to_tally('investor', new.status || archived, 1);
    end if;
  end if;
  return null;
end $$;

-- An account counts once for its role and status, and once more for each thing that the list marks of it.
create function app.add_account_to_tally(u auth."user", p_by integer) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  kind text := u.role || ' ' || u.status;
begin
  perform app.add_to_tally('account', kind || ' all', p_by);
  if u.last_signed_in_at is null then perform app.add_to_tally('account', kind || ' never', p_by); end if;
  if not u."emailVerified" then perform app.add_to_tally('account', kind || ' unverified', p_by); end if;
  if u.refused_mail_at is not null then perform app.add_to_tally('account', kind || ' refused', p_by); end if;
end $$;
create trigger tally after insert or delete on auth."user" for each row execute function app.tally_account();
create trigger tally_change after update on auth."user" for each row
  when ((old.role, old.status, old."emailVerified", old.last_signed_in_at is null, old.refused_mail_at is null)
    is distinct from (new.role, new.status, new."emailVerified", new.last_signed_in_at is null, new.refused_mail_at is null))
  execute function app.tally_account();

create function app.tally_mail() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform app.add_to_tally('mail', old.template || ' ' || old.state, -1); end if;
  if tg_op <> 'DELETE' then perform app.add_to_tally('mail', new.template || ' ' || new.state, 1); end if;
  return null;
end $$;
create trigger tally after insert or delete on app.outbox for each row execute function app.tally_mail();
create trigger tally_change after update on app.outbox for each row
  when ((old.template, old.state) is distinct from (new.template, new.state)) execute function app.tally_mail();

-- Everything that is kept, counted: what the rows above add up to, whatever happened.
create function app.counted() returns table (subject text, kind text, count bigint, amount_cents bigint, received_cents bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'investment', app.kind_of_investment(i), count(*), sum(i.amount_cents)::bigint, sum(i.received_cents)::bigint
    from app.investment i group by 2
  union all select 'investing', 'all', count(distinct investor_id), 0, 0 from app.investment where status <> 'cancelled'
  union all select 'investor', coalesce(u.status, i.own_status) || case when i.archived_at is null then '' else ' archived' end,
      count(*), 0, 0
    from app.investor i left join auth."user" u on u.id = i.user_id group by 2
  union all select 'account', u.role || ' ' || u.status || ' ' || marked.mark, count(*), 0, 0
    from auth."user" u cross join lateral (values ('all', true), ('never', u.last_signed_in_at is null),
      ('unverified', not u."emailVerified"), ('refused', u.refused_mail_at is not null)) marked (mark, holds)
    where marked.holds group by 2
  union all select 'mail', template || ' ' || state, count(*), 0, 0 from app.outbox group by 2
$$;

-- Counts everything anew: at the beginning, and after rows were written with triggers off.
create function app.recount() returns void language sql set search_path = pg_catalog, pg_temp as $$
  delete from app.tally;
  insert into app.tally (subject, kind, count, amount_cents, received_cents)
    select subject, kind, count, amount_cents, received_cents from app.counted() where count > 0;
  delete from app.investor_holding;
  insert into app.investor_holding (investor_id, investments)
    select investor_id, count(*)::integer from app.investment where status <> 'cancelled' group by investor_id;
$$;
select app.recount();
revoke all on function app.fold_tallies, app.add_to_tally, app.change_holding, app.kind_of_investor,
  app.add_account_to_tally, app.counted, app.recount from public;

-- An account has one password, so a list that shows nothing of it need not look for it.
create unique index on auth.account ("userId", "providerId");
-- The lists of accounts and mails, in their orders and by what is searched in them.
create index on auth."user" (name, id);
create index on auth."user" using gin (name app.gin_trgm_ops, email app.gin_trgm_ops);
create index on app.outbox (created_at desc, id desc);
create index on app.outbox (template, created_at desc, id desc);
create index on app.outbox (state, created_at desc, id desc);
create index on app.outbox (user_id);
create index on app.outbox (subject_id) where user_id is null;
create index on app.outbox using gin (sent_to app.gin_trgm_ops);
