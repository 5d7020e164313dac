-- The lines of the current plan wait for milestones of the investment's project.
create function app.keep_plan_project() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app.payment_plan p join app.plan_line l on l.plan_id = p.id
      where p.investment_id = old.id and p.version = old.plan_version and l.milestone_id is not null) then
    raise exception 'the payment plan waits for milestones of the project' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_plan_project before update of project_id on app.investment for each row
  when (old.project_id <> new.project_id and old.plan_version is not null) execute function app.keep_plan_project();
revoke all on function app.keep_plan_project from public;

-- Agreed payments are for investments without a plan.
create or replace function app.follow_agreed_payments() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  due app.agreed_payment;
begin
  if new.plan_version is not null then return new; end if;
  -- Another one is named: it replaces what was still due.
  if (new.next_payment_on, new.next_payment_cents) is distinct from (old.next_payment_on, old.next_payment_cents) then
    delete from app.agreed_payment where investment_id = old.id
      and (until_cents is null or until_cents > new.received_cents or due_on = new.next_payment_on);
    return new;
  end if;
  perform app.note_agreed_payment(old);
  select * into due from app.agreed_payment
    where investment_id = old.id and (until_cents is null or until_cents > new.received_cents)
    order by until_cents nulls last, due_on limit 1;
  if found then
    new.next_payment_on := due.due_on;
    new.next_payment_cents := least(due.amount_cents, due.until_cents - new.received_cents);
  elsif old.next_payment_cents is not null then
    new.next_payment_on := null;
    new.next_payment_cents := null;
  end if;
  return new;
end $$;

create or replace function app.keep_agreed_payments() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app.investment i where i.id = new.investment_id and i.plan_version is not null) then
    return new;
  end if;
  perform app.note_agreed_payment(i) from app.investment i where i.id = new.investment_id;
  if new.imported or app.precedes_agreed(new.voids_id) then
    update app.agreed_payment set until_cents = until_cents + new.amount_cents where investment_id = new.investment_id;
  end if;
  return new;
end $$;

create or replace function app.add_agreed_payment(p_investment_id uuid, p_due_on date, p_amount bigint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app.agreed_payment (investment_id, due_on, amount_cents, until_cents)
    select i.id, p_due_on, p_amount, p_amount + greatest(i.received_cents,
      (select max(a.until_cents) from app.agreed_payment a where a.investment_id = i.id))
    from app.investment i where i.id = p_investment_id and i.plan_version is null
    on conflict (investment_id, due_on) do update set amount_cents = excluded.amount_cents, until_cents = excluded.until_cents
$$;

-- What is due of whom: lines of current plans that lack something, and the next payment of investments without a plan.
-- Less than 0.5% of a line counts as paid for reminders (`nearly_paid`).
create view app.due_lines with (security_invoker = true) as
  select l.investment_id, i.investor_id, i.project_id, l.position, l.due_on, l.amount_cents, l.open_cents,
    l.open_cents * 200 < l.amount_cents as nearly_paid, l.milestone_id,
    case when l.due_on is null then (select m.name from app.milestone m where m.id = l.milestone_id) end as waits_for
  from app.plan_line l join app.investment i on i.id = l.investment_id
  where l.live and l.open_cents > 0
  union all
  select i.id, i.investor_id, i.project_id, 1, i.next_payment_on,
    coalesce(i.next_payment_cents, i.amount_cents - i.received_cents),
    coalesce(i.next_payment_cents, i.amount_cents - i.received_cents), false, null, null
  from app.investment i
  where i.plan_version is null and i.next_payment_on is not null and i.archived_at is null
    and i.status in ('pending', 'active');

-- A reminder is sent once: by investment, day and days relative to it (-7 is a week before).
create table app.reminder (
  id uuid primary key default app.new_id(),
  investment_id uuid not null references app.investment on delete cascade,
  due_on date not null,
  kind smallint not null check (kind between -365 and 3650),
  created_at timestamptz not null default now(),
  unique (investment_id, due_on, kind)
);
create trigger never_changes before update on app.reminder for each row execute function app.never_changes();

-- What was said with an investor about what they owe, for the office only.
create table app.contact_note (
  id uuid primary key default app.new_id(),
  investor_id uuid not null references app.investor on delete cascade,
  investment_id uuid references app.investment on delete cascade,
  note text not null check (length(note) between 1 and 1000),
  contacted_on date not null,
  promised_on date,
  promised_cents bigint check (promised_cents > 0),
  created_by uuid references auth."user" on delete restrict,
  created_at timestamptz not null default now(),
  constraint promised_for_a_day check (promised_cents is null or promised_on is not null)
);
create index on app.contact_note (investor_id, id desc);
create index on app.contact_note (investment_id) where investment_id is not null;
create trigger never_changes before update on app.contact_note for each row execute function app.never_changes();

-- The days of reminders are settings of the company. A company that exists already turns reminders on itself: its days of
-- payment were typed by hand, and its investors do not expect emails about them.
update app.company set facts = facts || '{"reminders": {"before": "", "after": ""}}';

-- Reminders of payments by email, unless the investor declines them.
alter table app.mail_choice add column reminders boolean not null default true;

create trigger audit after insert on app.contact_note for each row
  execute function app.audit('id', 'investor_id', 'investment_id', 'contacted_on', 'promised_on', 'promised_cents');

-- Reminders are paused for an investor, on all of their investments.
alter table app.investor add column reminders_paused_at timestamptz;
drop trigger audit on app.investor;
create trigger audit after insert or update or delete on app.investor for each row
  execute function app.audit('id', 'user_id', 'email', 'full_name', 'phone', 'own_status', 'joined_on', 'archived_at',
    'reminders_paused_at');
