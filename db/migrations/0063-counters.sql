-- Counters stay for what takes too long to count: the money of investments, the investors who have one, and the money of
-- each month. Everything else is counted when it is read. Each change adds a row of its own, so that concurrent payments
-- do not wait for each other; a reader adds the rows up, and now and then they are folded.
-- Table `tally`, `name_shelves` and `first_of_shelf` stay as they are: processes of the version before read them until they
-- are replaced, and show the figures of this moment. A later migration drops them.
create table app.counter (
  id bigint primary key generated always as identity,
  subject text not null check (subject in ('investment', 'investing', 'month')),
  kind text not null,
  count bigint not null,
  amount_cents bigint not null default 0,
  received_cents bigint not null default 0
);

drop trigger tally on app.investment;
drop trigger tally_change on app.investment;
drop trigger tally on app.ledger_entry;
drop trigger tally on app.investor;
drop trigger tally_change on app.investor;
drop trigger tally on app.document;
drop trigger tally_change on app.document;
drop trigger tally on app.notification;
drop trigger tally_change on app.notification;
drop trigger tally on app.outbox;
drop trigger tally_change on app.outbox;
drop trigger tally on auth."user";
drop trigger tally_change on auth."user";
drop function app.tally_investment, app.tally_entry, app.tally_investor, app.tally_document, app.tally_notification,
  app.tally_mail, app.tally_account, app.add_account_to_tally, app.kind_of_investor, app.shelf_of_name,
  app.due_of_investment, app.due_amount, app.change_tally, app.add_to_tally, app.fold_tallies;

create function app.fold_counters() returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('msingi counters')) then return; end if;
  with folded as (delete from app.counter returning subject, kind, count, amount_cents, received_cents)
  insert into app.counter (subject, kind, count, amount_cents, received_cents)
  select subject, kind, sum(count)::bigint, sum(amount_cents)::bigint, sum(received_cents)::bigint
  from folded group by subject, kind
  having (sum(count), sum(amount_cents), sum(received_cents)) <> (0, 0, 0);
end $$;

create function app.add_to_counter(p_subject text, p_kind text, p_count integer, p_amount bigint default 0,
  p_received bigint default 0) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added bigint;
begin
  insert into app.counter (subject, kind, count, amount_cents, received_cents)
    values (p_subject, p_kind, p_count, p_amount, p_received) returning id into added;
  if added % 1024 = 0 then perform app.fold_counters(); end if;
end $$;

create or replace function app.kind_of_investment(i app.investment) returns text language sql immutable as $$
  select i.status || case when i.archived_at is null then '' else ' archived' end
$$;

create or replace function app.change_holding(p_investor uuid, p_by integer) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  held integer;
begin
  insert into app.investor_holding as h (investor_id, investments) values (p_investor, greatest(p_by, 0))
    on conflict (investor_id) do update set investments = h.investments + p_by returning investments into held;
  if held = 1 and p_by = 1 or held = 0 then perform app.add_to_counter('investing', 'all', p_by); end if;
end $$;

create function app.count_investment() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  held uuid := case when old.status <> 'cancelled' then old.investor_id end;
  holds uuid := case when new.status <> 'cancelled' then new.investor_id end;
begin
  if app.kind_of_investment(old) = app.kind_of_investment(new) then
    perform app.add_to_counter('investment', app.kind_of_investment(new), 0, new.amount_cents - old.amount_cents,
      new.received_cents - old.received_cents);
  else
    if tg_op <> 'INSERT' then
      perform app.add_to_counter('investment', app.kind_of_investment(old), -1, -old.amount_cents, -old.received_cents);
    end if;
    if tg_op <> 'DELETE' then
      perform app.add_to_counter('investment', app.kind_of_investment(new), 1, new.amount_cents, new.received_cents);
    end if;
  end if;
  if held is distinct from holds then
    if held is not null then perform app.change_holding(held, -1); end if;
    if holds is not null then perform app.change_holding(holds, 1); end if;
  end if;
  return null;
end $$;
create trigger count after insert or delete on app.investment for each row execute function app.count_investment();
create trigger count_change after update on app.investment for each row
  when ((old.status, old.amount_cents, old.received_cents, old.investor_id, old.archived_at is null)
    is distinct from (new.status, new.amount_cents, new.received_cents, new.investor_id, new.archived_at is null))
  execute function app.count_investment();

create function app.count_entry() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.add_to_counter('month',
    to_char(new.dated_on, 'YYYY-MM') || case new.kind when 'payment' then ' payment' else ' correction' end,
    1, new.amount_cents);
  return null;
end $$;
create trigger count after insert on app.ledger_entry for each row execute function app.count_entry();

create or replace function app.counted() returns table (subject text, kind text, count bigint, amount_cents bigint, received_cents bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'investment', app.kind_of_investment(i), count(*), sum(i.amount_cents)::bigint, sum(i.received_cents)::bigint
    from app.investment i group by 2
  union all select 'investing', 'all', count(distinct investor_id), 0, 0 from app.investment where status <> 'cancelled'
  union all select 'month', to_char(e.dated_on, 'YYYY-MM') || case e.kind when 'payment' then ' payment' else ' correction' end,
      count(*), sum(e.amount_cents)::bigint, 0
    from app.ledger_entry e group by 2
$$;

create or replace function app.recount() returns void language sql set search_path = pg_catalog, pg_temp as $$
  delete from app.counter;
  insert into app.counter (subject, kind, count, amount_cents, received_cents)
    select subject, kind, count, amount_cents, received_cents from app.counted() where count > 0;
  delete from app.investor_holding;
  insert into app.investor_holding (investor_id, investments)
    select investor_id, count(*)::integer from app.investment where status <> 'cancelled' group by investor_id;
$$;
insert into app.counter (subject, kind, count, amount_cents, received_cents)
  select subject, kind, count, amount_cents, received_cents from app.counted() where count > 0;
revoke all on function app.fold_counters, app.add_to_counter, app.count_investment, app.count_entry from public;
