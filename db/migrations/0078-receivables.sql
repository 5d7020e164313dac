-- Whose a line is, and of which project, so that overdue lines are added up from an index alone: joining 300,000 investments
-- takes 60 ms. Kept by triggers.
alter table app.plan_line add column investor_id uuid, add column project_id uuid;
update app.plan_line l set investor_id = i.investor_id, project_id = i.project_id
  from app.investment i where i.id = l.investment_id;
drop index if exists app.plan_line_due_on_investment_id_open_cents_amount_cents_posi_idx;
create index on app.plan_line (due_on, investment_id)
  include (open_cents, amount_cents, position, investor_id, project_id) where live and open_cents > 0;
create index on app.plan_line (investor_id, due_on) include (open_cents, amount_cents, project_id) where live and open_cents > 0;

create function app.fill_parties() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  select i.investor_id, i.project_id into new.investor_id, new.project_id
    from app.payment_plan p join app.investment i on i.id = p.investment_id where p.id = new.plan_id;
  return new;
end $$;
create trigger fill_parties before insert on app.plan_line for each row execute function app.fill_parties();

create function app.follow_parties() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  update app.plan_line set investor_id = new.investor_id, project_id = new.project_id where plan_id in
    (select id from app.payment_plan where investment_id = new.id);
  return null;
end $$;
create trigger follow_parties after update of investor_id, project_id on app.investment for each row
  when (new.plan_version is not null and (old.investor_id, old.project_id) is distinct from (new.investor_id, new.project_id))
  execute function app.follow_parties();

create or replace view app.due_lines with (security_invoker = true) as
  select l.investment_id, l.investor_id, l.project_id, l.position, l.due_on, l.amount_cents, l.open_cents,
    l.open_cents * 200 < l.amount_cents as nearly_paid, l.milestone_id,
    case when l.due_on is null then (select m.name from app.milestone m where m.id = l.milestone_id) end as waits_for
  from app.plan_line l
  where l.live and l.open_cents > 0
  union all
  select i.id, i.investor_id, i.project_id, 1, i.next_payment_on,
    coalesce(i.next_payment_cents, i.amount_cents - i.received_cents),
    coalesce(i.next_payment_cents, i.amount_cents - i.received_cents), false, null, null
  from app.investment i
  where i.plan_version is null and i.next_payment_on is not null and i.archived_at is null
    and i.status in ('pending', 'active');

-- The money of payment plans and receipts by project and month, for the cash forecast: three million lines take seconds to
-- add up. Each change adds a row of its own, so that concurrent payments do not wait for each other; a reader adds the
-- rows up, and now and then they are folded. Lines without a day have no month.
create table app.cash_counter (
  id bigint primary key generated always as identity,
  project_id uuid not null references app.project on delete cascade,
  month date check (month = date_trunc('month', month)),
  scheduled_cents bigint not null default 0,
  open_cents bigint not null default 0,
  received_cents bigint not null default 0
);
create index on app.cash_counter (project_id, month) include (scheduled_cents, open_cents, received_cents);
create index on app.cash_counter (month) include (project_id, scheduled_cents, open_cents, received_cents);

create function app.month_of(p_on date) returns date language sql immutable as $$
  select date_trunc('month', p_on::timestamp)::date
$$;

-- Whether the lines of an investment's plan are scheduled: completed ones stay, so that past months keep their amounts.
create function app.is_scheduled(i app.investment) returns boolean language sql immutable as $$
  select i.status <> 'cancelled' and i.archived_at is null
$$;

-- The next payment of an investment without a plan; null where there is none.
create function app.unplanned_cents(i app.investment) returns bigint language sql immutable as $$
  select greatest(0, coalesce(i.next_payment_cents, i.amount_cents - i.received_cents))
  where i.plan_version is null and i.next_payment_on is not null and i.archived_at is null
    and i.status in ('pending', 'active')
$$;

create function app.fold_cash_counters() returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('msingi cash counters')) then return; end if;
  with many as (
    select project_id, coalesce(month, '-infinity') as month from app.cash_counter group by 1, 2 having count(*) > 1
  ), folded as (
    delete from app.cash_counter c using many m
    where c.project_id = m.project_id and coalesce(c.month, '-infinity') = m.month
    returning c.project_id, c.month, c.scheduled_cents, c.open_cents, c.received_cents
  )
  insert into app.cash_counter (project_id, month, scheduled_cents, open_cents, received_cents)
  select project_id, month, sum(scheduled_cents)::bigint, sum(open_cents)::bigint, sum(received_cents)::bigint
  from folded group by 1, 2
  having (sum(scheduled_cents), sum(open_cents), sum(received_cents)) <> (0, 0, 0);
end $$;

create function app.add_to_cash_counter(p_project uuid, p_month date, p_scheduled bigint, p_open bigint,
  p_received bigint default 0) returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  added bigint;
begin
  if (p_scheduled, p_open, p_received) = (0, 0, 0) then return; end if;
  insert into app.cash_counter (project_id, month, scheduled_cents, open_cents, received_cents)
    values (p_project, p_month, p_scheduled, p_open, p_received) returning id into added;
  if added % 1024 = 0 then perform app.fold_cash_counters(); end if;
end $$;

-- Lines of the current plan that change their day or what they lack. Lines are written before their plan is current, and
-- become current with their investment's version (count_cash_of_investment).
create function app.count_cash_of_lines() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.add_to_cash_counter(c.project_id, c.month, c.scheduled, c.open) from (
    select i.project_id, app.month_of(l.due_on) as month, sum(l.sign * l.amount_cents)::bigint as scheduled,
      sum(case when l.live then l.sign * l.open_cents else 0 end)::bigint as open
    from (
      select plan_id, investment_id, due_on, amount_cents, open_cents, live, 1 as sign from new_lines
      union all select plan_id, investment_id, due_on, amount_cents, open_cents, live, -1 from old_lines
    ) l
    join app.investment i on i.id = l.investment_id and app.is_scheduled(i)
    join app.payment_plan p on p.id = l.plan_id and p.version = i.plan_version
    group by 1, 2) c;
  return null;
end $$;
create trigger count_cash after update on app.plan_line referencing old table as old_lines new table as new_lines
  for each statement execute function app.count_cash_of_lines();

-- The whole schedule of an investment as this row says: its plan's lines, or its next payment.
create function app.count_schedule(i app.investment, p_sign integer) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if i.plan_version is null then
    perform app.add_to_cash_counter(i.project_id, app.month_of(i.next_payment_on), p_sign * due, p_sign * due)
      from app.unplanned_cents(i) due where due is not null;
  elsif app.is_scheduled(i) then
    perform app.add_to_cash_counter(i.project_id, c.month, p_sign * c.scheduled, p_sign * c.open) from (
      select app.month_of(l.due_on) as month, sum(l.amount_cents)::bigint as scheduled,
        sum(case when l.live then l.open_cents else 0 end)::bigint as open
      from app.payment_plan p join app.plan_line l on l.plan_id = p.id
      where p.investment_id = i.id and p.version = i.plan_version group by 1) c;
  end if;
end $$;

create function app.count_cash_of_investment() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    perform app.count_schedule(old, -1);
    return old;
  end if;
  if tg_op = 'INSERT' then
    perform app.count_schedule(new, 1);
    return null;
  end if;
  -- Payments change only what lines lack, which count_cash_of_lines counts.
  if (old.plan_version is null or new.plan_version is null)
    or (old.project_id, old.plan_version, app.is_scheduled(old))
      is distinct from (new.project_id, new.plan_version, app.is_scheduled(new)) then
    perform app.count_schedule(old, -1);
    perform app.count_schedule(new, 1);
  end if;
  if old.project_id <> new.project_id then
    perform app.add_to_cash_counter(p.project_id, e.month, 0, 0, p.sign * e.received) from (
      select app.month_of(dated_on) as month, sum(amount_cents)::bigint as received
      from app.ledger_entry where investment_id = new.id group by 1) e,
      (values (old.project_id, -1), (new.project_id, 1)) p (project_id, sign);
  end if;
  return null;
end $$;
create trigger count_cash after insert on app.investment for each row execute function app.count_cash_of_investment();
create trigger count_cash_change after update on app.investment for each row
  when ((old.project_id, old.status, old.archived_at is null, old.plan_version, old.next_payment_on, old.next_payment_cents,
      old.amount_cents, old.received_cents)
    is distinct from (new.project_id, new.status, new.archived_at is null, new.plan_version, new.next_payment_on,
      new.next_payment_cents, new.amount_cents, new.received_cents))
  execute function app.count_cash_of_investment();
-- Before, because the lines are deleted with it.
create trigger count_cash_deletion before delete on app.investment for each row
  execute function app.count_cash_of_investment();

create function app.count_cash_of_entry() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.add_to_cash_counter(i.project_id, app.month_of(new.dated_on), 0, 0, new.amount_cents)
    from app.investment i where i.id = new.investment_id;
  return null;
end $$;
create trigger count_cash after insert on app.ledger_entry for each row execute function app.count_cash_of_entry();

create function app.counted_cash()
returns table (project_id uuid, month date, scheduled_cents bigint, open_cents bigint, received_cents bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.project_id, c.month, sum(c.scheduled)::bigint, sum(c.open)::bigint, sum(c.received)::bigint from (
    select i.project_id, app.month_of(l.due_on) as month, l.amount_cents as scheduled,
      case when l.live then l.open_cents else 0 end as open, 0 as received
    from app.investment i
    join app.payment_plan p on p.investment_id = i.id and p.version = i.plan_version
    join app.plan_line l on l.plan_id = p.id
    where app.is_scheduled(i)
    union all
    select i.project_id, app.month_of(i.next_payment_on), app.unplanned_cents(i), app.unplanned_cents(i), 0
    from app.investment i where app.unplanned_cents(i) is not null
    union all
    select i.project_id, app.month_of(e.dated_on), 0, 0, e.amount_cents
    from app.ledger_entry e join app.investment i on i.id = e.investment_id) c
  group by 1, 2
  having (sum(c.scheduled), sum(c.open), sum(c.received)) <> (0, 0, 0)
$$;

create function app.recount_cash() returns void language sql set search_path = pg_catalog, pg_temp as $$
  delete from app.cash_counter;
  insert into app.cash_counter (project_id, month, scheduled_cents, open_cents, received_cents)
    select project_id, month, scheduled_cents, open_cents, received_cents from app.counted_cash();
$$;
select app.recount_cash();
revoke all on function app.fill_parties, app.follow_parties, app.fold_cash_counters, app.add_to_cash_counter, app.count_cash_of_lines, app.count_schedule,
  app.count_cash_of_investment, app.count_cash_of_entry, app.recount_cash from public;
