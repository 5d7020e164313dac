-- Payment plans: what is due when on an investment, agreed once and replaced as a whole. What a line still lacks follows
-- from what was received and is kept here, so that millions of lines are read by an index; `verify` computes it again.
create table app.plan_template (
  id uuid primary key default app.new_id(),
  project_id uuid not null references app.project on delete cascade,
  name text not null check (length(name) between 1 and 120),
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index on app.plan_template (project_id, lower(name)) where archived_at is null;

-- A share of the amount (hundredths of a percent) or an amount; due on a day, months after the agreement, or days after
-- a milestone was reached.
create table app.plan_template_line (
  template_id uuid not null references app.plan_template on delete cascade,
  position integer not null check (position between 1 and 240),
  label text check (length(label) between 1 and 120),
  percent_bp integer check (percent_bp between 1 and 10000),
  amount_cents bigint check (amount_cents between 1 and 99999999999999),
  due_kind text not null check (due_kind in ('date', 'months', 'milestone')),
  due_on date,
  months integer check (months between 0 and 240),
  milestone_id uuid references app.milestone on delete restrict,
  days integer check (days between 0 and 365),
  primary key (template_id, position),
  constraint share_or_amount check (num_nonnulls(percent_bp, amount_cents) = 1),
  constraint due_as_its_kind_says check (
    (due_kind = 'date') = (due_on is not null) and (due_kind = 'months') = (months is not null)
    and (due_kind = 'milestone') = (milestone_id is not null) and (due_kind = 'milestone') = (days is not null))
);
create index on app.plan_template_line (milestone_id) where milestone_id is not null;

-- Append-only: the highest version is the current plan. `plan_version` repeats it, kept by a trigger.
alter table app.investment
  add column plan_version integer;
create table app.payment_plan (
  id uuid primary key default app.new_id(),
  investment_id uuid not null references app.investment on delete cascade,
  version integer not null check (version > 0),
  amount_cents bigint not null check (amount_cents between 1 and 99999999999999),
  agreed_on date not null,
  reason text check (length(reason) between 1 and 500),
  -- The code of the printed schedule, for /verify.
  code text not null unique default app.paper_code() check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$'),
  template_id uuid references app.plan_template on delete set null,
  created_by uuid references auth."user" on delete restrict,
  created_at timestamptz not null default now(),
  unique (investment_id, version),
  constraint replaced_with_a_reason check (version = 1 or reason is not null)
);
create index on app.payment_plan (template_id) where template_id is not null;

-- Received money fills the lines in the order of their days, lines without a day last; `until_cents` is the sum up to and
-- including a line in that order. Everything after `days_after` is kept by triggers, but the day of a line that waits for
-- no milestone.
create table app.plan_line (
  plan_id uuid not null references app.payment_plan on delete cascade,
  position integer not null check (position between 1 and 240),
  investment_id uuid not null,
  label text check (length(label) between 1 and 120),
  amount_cents bigint not null check (amount_cents between 1 and 99999999999999),
  milestone_id uuid references app.milestone on delete restrict,
  days_after integer check (days_after between 0 and 365),
  due_on date,
  until_cents bigint not null default 0,
  open_cents bigint not null default 0,
  live boolean not null default false,
  primary key (plan_id, position),
  constraint milestone_with_days check ((milestone_id is null) = (days_after is null)),
  constraint due_on_a_day_or_after_a_milestone check (num_nonnulls(milestone_id, due_on) > 0)
);
create index on app.plan_line (due_on, investment_id) include (open_cents, amount_cents, position)
  where live and open_cents > 0;
create index on app.plan_line (investment_id) where live and open_cents > 0;
create index on app.plan_line (milestone_id) where milestone_id is not null;

create trigger refuse_invisible before insert or update of name on app.plan_template
  for each row execute function app.refuse_invisible('name');
create trigger move_version before update on app.plan_template for each row execute function app.move_version();
create trigger never_changes before update on app.payment_plan for each row
  when ((old.id, old.investment_id, old.version, old.amount_cents, old.agreed_on, old.reason, old.code, old.created_by,
      old.created_at) is distinct from (new.id, new.investment_id, new.version, new.amount_cents, new.agreed_on, new.reason,
      new.code, new.created_by, new.created_at))
  execute function app.never_changes();

create function app.check_template_line() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if new.milestone_id is not null and not exists (select from app.milestone m join app.plan_template t
      on t.project_id = m.project_id where m.id = new.milestone_id and t.id = new.template_id) then
    raise exception 'a template waits for milestones of its own project' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_line before insert or update on app.plan_template_line
  for each row execute function app.check_template_line();

-- The investment's lock orders plans, payments and changes of the investment.
create function app.check_payment_plan() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  investment app.investment;
begin
  select * into strict investment from app.investment where id = new.investment_id for no key update;
  if app.is_own_investor(investment.investor_id) then
    raise exception 'an administrator agrees no plan of their own investment' using errcode = 'check_violation';
  end if;
  if new.version <> coalesce(investment.plan_version, 0) + 1 then
    raise exception 'a plan follows the current one' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_plan before insert on app.payment_plan for each row execute function app.check_payment_plan();

-- The share lock on the milestone lets whoever reaches or voids it see the line, or the line see what was reached.
create function app.check_plan_line() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  plan app.payment_plan;
begin
  select * into strict plan from app.payment_plan where id = new.plan_id;
  new.investment_id := plan.investment_id;
  if new.milestone_id is null then
    if new.due_on < (select min(p.agreed_on) from app.payment_plan p where p.investment_id = plan.investment_id) then
      raise exception 'a line is not due before the agreement' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  perform from app.milestone m join app.investment i on i.project_id = m.project_id
    where m.id = new.milestone_id and i.id = plan.investment_id for share of m;
  if not found then
    raise exception 'a line waits for a milestone of its own project' using errcode = 'check_violation';
  end if;
  new.due_on := null;
  return new;
end $$;
create trigger check_line before insert on app.plan_line for each row execute function app.check_plan_line();

create function app.keep_plan_line() returns trigger language plpgsql as $$
begin
  if (new.plan_id, new.position, new.investment_id, new.label, new.amount_cents, new.milestone_id, new.days_after)
      is distinct from
      (old.plan_id, old.position, old.investment_id, old.label, old.amount_cents, old.milestone_id, old.days_after)
    or new.milestone_id is null and new.due_on is distinct from old.due_on then
    raise exception 'a line of a plan never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_line before update on app.plan_line for each row execute function app.keep_plan_line();

-- What the lines of the current plans of these investments, or of all, are by milestones, plan, investment and ledger. A
-- milestone reached before the agreement makes a line due on the day of the agreement.
create function app.filled_lines(p_investments uuid[] default null)
returns table (plan_id uuid, "position" integer, due_on date, until_cents bigint, open_cents bigint, live boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.plan_id, f.position, f.due_on, f.until_cents,
    least(f.amount_cents, greatest(0, f.until_cents - f.received_cents)), f.live
  from (
    select p.id as plan_id, l.position, l.amount_cents, i.received_cents, due.due_on,
      i.status in ('pending', 'active') and i.archived_at is null as live,
      (sum(l.amount_cents) over (partition by p.id order by due.due_on nulls last, l.position))::bigint as until_cents
    from app.investment i
    join app.payment_plan p on p.investment_id = i.id and p.version = i.plan_version
    join app.plan_line l on l.plan_id = p.id
    left join app.milestone m on m.id = l.milestone_id
    left join app.milestone_reached r on r.id = m.reached_id
    cross join lateral (select case when l.milestone_id is null then l.due_on
      when r.id is not null then greatest(r.reached_on + l.days_after, p.agreed_on) end as due_on) due
    where p_investments is null or i.id = any (p_investments)) f
$$;

-- The payment that a plan says is next: the earliest line with a day that lacks at least 0.5%, with what earlier ones lack.
create function app.next_of_plan(p_plan_id uuid, p_received bigint, out due_on date, out due_cents bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.due_on, l.until_cents - p_received from app.plan_line l
  where l.plan_id = p_plan_id and l.due_on is not null and l.live and l.open_cents > 0
    and l.open_cents * 200 >= l.amount_cents
  order by l.due_on, l.position limit 1
$$;

-- Money, status and archiving fill the lines; the next payment follows from them, whatever is written to it.
create function app.follow_plan() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  plan uuid;
  is_open boolean := new.status in ('pending', 'active') and new.archived_at is null;
  next record;
begin
  select id into plan from app.payment_plan where investment_id = new.id and version = new.plan_version;
  update app.plan_line l set live = is_open,
      open_cents = least(l.amount_cents, greatest(0, l.until_cents - new.received_cents))
    where l.plan_id = plan and (l.live, l.open_cents)
      is distinct from (is_open, least(l.amount_cents, greatest(0, l.until_cents - new.received_cents)));
  select * into next from app.next_of_plan(plan, new.received_cents);
  new.next_payment_on := next.due_on;
  new.next_payment_cents := next.due_cents;
  return new;
end $$;
create trigger follow_plan before update on app.investment for each row
  when (new.plan_version is not null and (old.received_cents, old.status, old.archived_at, old.plan_version,
    old.next_payment_on, old.next_payment_cents) is distinct from (new.received_cents, new.status, new.archived_at,
    new.plan_version, new.next_payment_on, new.next_payment_cents))
  execute function app.follow_plan();

-- Days and sums of the lines of these investments' current plans, then what depends on them.
create function app.refill_plans(p_investments uuid[]) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  next record;
begin
  update app.plan_line l set due_on = f.due_on, until_cents = f.until_cents, open_cents = f.open_cents, live = f.live
    from app.filled_lines(p_investments) f
    where (l.plan_id, l.position) = (f.plan_id, f.position)
      and (l.due_on, l.until_cents, l.open_cents, l.live) is distinct from (f.due_on, f.until_cents, f.open_cents, f.live);
  for next in select i.id, n.due_on, n.due_cents from app.investment i
      join app.payment_plan p on p.investment_id = i.id and p.version = i.plan_version
      cross join lateral app.next_of_plan(p.id, i.received_cents) n
      where i.id = any (p_investments)
        and (i.next_payment_on, i.next_payment_cents) is distinct from (n.due_on, n.due_cents) loop
    update app.investment set next_payment_on = next.due_on, next_payment_cents = next.due_cents where id = next.id;
  end loop;
end $$;

-- The lines of a plan are written by one statement and are its amount exactly; the plan is current from then on.
create function app.follow_plan_lines() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  investments uuid[];
begin
  if exists (select from (select distinct plan_id from written) w join app.payment_plan p on p.id = w.plan_id
      where p.amount_cents <> (select sum(l.amount_cents) from app.plan_line l where l.plan_id = p.id)) then
    raise exception 'the lines of a plan are its amount exactly' using errcode = 'check_violation';
  end if;
  select array_agg(distinct p.investment_id) into investments
    from written w join app.payment_plan p on p.id = w.plan_id;
  perform from app.investment where id = any (investments) order by id for no key update;
  update app.plan_line l set live = false from app.payment_plan p
    where p.investment_id = any (investments) and l.plan_id = p.id and l.live;
  delete from app.agreed_payment where investment_id = any (investments);
  update app.investment i set plan_version = (select max(p.version) from app.payment_plan p where p.investment_id = i.id)
    where i.id = any (investments);
  perform app.refill_plans(investments);
  return null;
end $$;
create trigger follow_lines after insert on app.plan_line referencing new table as written
  for each statement execute function app.follow_plan_lines();

create function app.check_plan_amount() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  whose uuid := coalesce(to_jsonb(new) ->> 'investment_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if exists (select from app.investment i
      left join app.payment_plan p on p.investment_id = i.id and p.version = i.plan_version
      where i.id = whose and i.amount_cents is distinct from p.amount_cents) then
    raise exception 'a payment plan comes to the amount of its investment' using errcode = 'check_violation';
  end if;
  if tg_table_name = 'payment_plan' and not exists (select from app.plan_line where plan_id = new.id) then
    raise exception 'a payment plan has lines' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_amount after insert on app.payment_plan deferrable initially deferred
  for each row execute function app.check_plan_amount();
create constraint trigger check_plan_amount after update of amount_cents on app.investment deferrable initially deferred
  for each row when (new.plan_version is not null and old.amount_cents <> new.amount_cents)
  execute function app.check_plan_amount();

-- A milestone that is reached, or no longer, gives the lines that wait for it their day, or takes it.
create function app.follow_milestone() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  investments uuid[];
begin
  select array_agg(i.id) into investments from (
    select i.id from app.investment i where i.id in (select l.investment_id from app.plan_line l where l.milestone_id = new.id)
    order by i.id for no key update) i;
  perform app.refill_plans(investments);
  return null;
end $$;
create trigger follow_milestone after update of reached_id on app.milestone for each row
  when (old.reached_id is distinct from new.reached_id) execute function app.follow_milestone();

create trigger audit after insert or update or delete on app.plan_template for each row
  execute function app.audit('id', 'project_id', 'name', 'archived_at');
create trigger audit after insert on app.payment_plan for each row
  execute function app.audit('id', 'investment_id', 'version', 'amount_cents', 'agreed_on', 'reason', 'template_id');
revoke all on function app.check_template_line, app.check_payment_plan, app.check_plan_line, app.filled_lines,
  app.next_of_plan, app.follow_plan, app.refill_plans, app.follow_plan_lines, app.check_plan_amount,
  app.follow_milestone from public;
