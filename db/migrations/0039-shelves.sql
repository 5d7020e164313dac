-- A page deep in a list was found by skipping all before it, one by one: in the middle of 300,000 investments 148,000. What
-- is kept of a list (0024) is now kept by where it stands in the list's order too, by month or by the first letters of a
-- name, so that whole shelves of it are skipped by their count.

-- Where names are parted: Aa, Ab, … Zz. Names stand in their lists by code point, as the embedded database has it; one
-- with another collation finds its pages as before.
create function app.name_shelves() returns text[] language sql immutable parallel safe as $$ select '{}'::text[] $$;
do $$
begin
  execute format('create or replace function app.name_shelves() returns text[] language sql immutable parallel safe
    as %L', format('select %L::text[]', (
      select array_agg(chr(65 + first) || chr(97 + second) order by first, second)
      from generate_series(0, 25) first, generate_series(0, 25) second)));
end $$;
create function app.shelf_of_name(p_name text) returns integer language sql immutable parallel safe as $$
  select pg_catalog.width_bucket(p_name collate "C", app.name_shelves())
$$;
create function app.first_of_shelf(p_shelf integer) returns text language sql stable security definer
set search_path = pg_catalog, pg_temp as $$
  select (app.name_shelves())[p_shelf] from pg_database where datname = current_database()
    and (datlocprovider = 'b' or datlocprovider = 'c' and datcollate in ('C', 'POSIX', 'C.UTF-8', 'C.utf8'))
$$;

-- One row for what stays on its shelf, and none when nothing of it is counted otherwise.
create function app.change_tally(p_subject text, p_old text, p_old_amount bigint, p_old_received bigint,
  p_new text, p_new_amount bigint, p_new_received bigint) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if p_old = p_new then
    if (p_old_amount, p_old_received) is distinct from (p_new_amount, p_new_received) then
      perform app.add_to_tally(p_subject, p_new, 0, p_new_amount - p_old_amount, p_new_received - p_old_received);
    end if;
  else
    if p_old is not null then perform app.add_to_tally(p_subject, p_old, -1, -p_old_amount, -p_old_received); end if;
    if p_new is not null then perform app.add_to_tally(p_subject, p_new, 1, p_new_amount, p_new_received); end if;
  end if;
end $$;

-- What adds up to nothing is forgotten: days pass.
create or replace function app.fold_tallies() returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('msingi tallies')) then return; end if;
  with folded as (delete from app.tally returning subject, kind, count, amount_cents, received_cents)
  insert into app.tally (subject, kind, count, amount_cents, received_cents)
  select subject, kind, sum(count)::bigint, sum(amount_cents)::bigint, sum(received_cents)::bigint
  from folded group by subject, kind
  having (sum(count), sum(amount_cents), sum(received_cents)) <> (0, 0, 0);
end $$;

-- Payments that are awaited, by their day, or `undated`: the office's dashboard counts and adds up what is due.
alter table app.tally drop constraint tally_subject_check, add constraint tally_subject_check
  check (subject in ('investment', 'investing', 'investor', 'account', 'mail', 'month', 'document', 'notification', 'due'));

create or replace function app.kind_of_investment(i app.investment) returns text language sql stable as $$
  select i.status || case when i.archived_at is null then '' else ' archived' end || ' ' || to_char(i.invested_on, 'YYYY-MM')
$$;
create function app.due_of_investment(i app.investment) returns text language sql stable as $$
  select case when i.archived_at is not null or i.status not in ('pending', 'active') then null
    when i.next_payment_on is not null then to_char(i.next_payment_on, 'YYYY-MM-DD')
    when i.status = 'active' then 'undated' end
$$;
create function app.due_amount(i app.investment) returns bigint language sql immutable as $$
  select coalesce(i.next_payment_cents, i.amount_cents - i.received_cents)
$$;

create or replace function app.tally_investment() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  held uuid := case when old.status <> 'cancelled' then old.investor_id end;
  holds uuid := case when new.status <> 'cancelled' then new.investor_id end;
begin
  perform app.change_tally('investment', app.kind_of_investment(old), old.amount_cents, old.received_cents,
    app.kind_of_investment(new), new.amount_cents, new.received_cents);
  perform app.change_tally('due', app.due_of_investment(old), app.due_amount(old), 0,
    app.due_of_investment(new), app.due_amount(new), 0);
  if held is distinct from holds then
    if held is not null then perform app.change_holding(held, -1); end if;
    if holds is not null then perform app.change_holding(holds, 1); end if;
  end if;
  return null;
end $$;
drop trigger tally_change on app.investment;
create trigger tally_change after update on app.investment for each row
  when ((old.status, old.amount_cents, old.received_cents, old.investor_id, old.archived_at is null, old.invested_on,
      old.next_payment_on, old.next_payment_cents)
    is distinct from (new.status, new.amount_cents, new.received_cents, new.investor_id, new.archived_at is null,
      new.invested_on, new.next_payment_on, new.next_payment_cents))
  execute function app.tally_investment();

-- Investors and accounts by name.
drop function app.kind_of_investor(uuid, text, timestamptz);
create function app.kind_of_investor(i app.investor) returns text language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  decided text;
begin
  select status into decided from auth."user" where id = i.user_id for share;
  return coalesce(decided, i.own_status) || case when i.archived_at is null then '' else ' archived' end
    || ' ' || app.shelf_of_name(i.full_name);
end $$;
create or replace function app.tally_investor() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.change_tally('investor', case when tg_op <> 'INSERT' then app.kind_of_investor(old) end, 0, 0,
    case when tg_op <> 'DELETE' then app.kind_of_investor(new) end, 0, 0);
  return null;
end $$;
drop trigger tally_change on app.investor;
create trigger tally_change after update on app.investor for each row
  when ((old.user_id, old.own_status, old.archived_at is null, old.full_name)
    is distinct from (new.user_id, new.own_status, new.archived_at is null, new.full_name))
  execute function app.tally_investor();

create or replace function app.tally_account() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  rest text;
begin
  if tg_op <> 'INSERT' then perform app.add_account_to_tally(old, -1); end if;
  if tg_op <> 'DELETE' then perform app.add_account_to_tally(new, 1); end if;
  if tg_op = 'UPDATE' and old.status <> new.status then
    select case when archived_at is null then ' ' else ' archived ' end || app.shelf_of_name(full_name) into rest
      from app.investor where user_id = new.id;
    if found then
      perform app.add_to_tally('investor', old.status || rest, -1);
      perform app.add_to_tally('investor', new.status || rest, 1);
    end if;
  end if;
  return null;
end $$;
-- What an account is counted for once is counted by its name; what the list marks of it is not.
create or replace function app.add_account_to_tally(u auth."user", p_by integer) returns void language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind text := u.role || ' ' || u.status;
begin
  perform app.add_to_tally('account', kind || ' all ' || app.shelf_of_name(u.name), p_by);
  if u.last_signed_in_at is null then perform app.add_to_tally('account', kind || ' never', p_by); end if;
  if not u."emailVerified" then perform app.add_to_tally('account', kind || ' unverified', p_by); end if;
  if u.refused_mail_at is not null then perform app.add_to_tally('account', kind || ' refused', p_by); end if;
end $$;
drop trigger tally_change on auth."user";
create trigger tally_change after update on auth."user" for each row
  when ((old.role, old.status, old."emailVerified", old.last_signed_in_at is null, old.refused_mail_at is null, old.name)
    is distinct from (new.role, new.status, new."emailVerified", new.last_signed_in_at is null,
      new.refused_mail_at is null, new.name))
  execute function app.tally_account();

create or replace function app.counted() returns table (subject text, kind text, count bigint, amount_cents bigint, received_cents bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'investment', app.kind_of_investment(i), count(*), sum(i.amount_cents)::bigint, sum(i.received_cents)::bigint
    from app.investment i group by 2
  union all select 'due', app.due_of_investment(i), count(*), sum(app.due_amount(i))::bigint, 0
    from app.investment i where app.due_of_investment(i) is not null group by 2
  union all select 'investing', 'all', count(distinct investor_id), 0, 0 from app.investment where status <> 'cancelled'
  union all select 'investor', coalesce(u.status, i.own_status) || case when i.archived_at is null then '' else ' archived' end
      || ' ' || app.shelf_of_name(i.full_name), count(*), 0, 0
    from app.investor i left join auth."user" u on u.id = i.user_id group by 2
  union all select 'account', u.role || ' ' || u.status || ' ' || marked.mark, count(*), 0, 0
    from auth."user" u cross join lateral (values ('all ' || app.shelf_of_name(u.name), true),
      ('never', u.last_signed_in_at is null), ('unverified', not u."emailVerified"),
      ('refused', u.refused_mail_at is not null)) marked (mark, holds)
    where marked.holds group by 2
  union all select 'mail', template || ' ' || state, count(*), 0, 0 from app.outbox group by 2
  union all select 'month', to_char(e.dated_on, 'YYYY-MM') || case e.kind when 'payment' then ' payment' else ' correction' end,
      count(*), sum(e.amount_cents)::bigint, 0
    from app.ledger_entry e
    where e.kind <> 'void' and not exists (select from app.ledger_entry v where v.voids_id = e.id) group by 2
  union all select 'document', document_type || ' ' || status, count(*), 0, 0 from app.document group by 2
  union all select 'notification', notification_type, count(*), 0, 0 from app.notification group by 2
$$;
delete from app.tally where subject in ('investment', 'investor', 'account');
insert into app.tally (subject, kind, count, amount_cents, received_cents)
  select subject, kind, count, amount_cents, received_cents from app.counted()
  where subject in ('investment', 'investor', 'account', 'due');
revoke all on function app.name_shelves, app.shelf_of_name, app.first_of_shelf, app.change_tally, app.due_of_investment,
  app.due_amount, app.kind_of_investor from public;
