-- Acts that need two people: from which amount, what was proposed and decided, and what was done.
create table app.approval_limit (
  act text primary key check (act in ('payment', 'refund', 'adjustment', 'void', 'distribution', 'return')),
  -- When the acts of one day come to more, a second person approves; null for never.
  amount_cents bigint check (amount_cents >= 0)
);
insert into app.approval_limit (act)
  values ('payment'), ('refund'), ('adjustment'), ('void'), ('distribution'), ('return');
create trigger audit after update on app.approval_limit for each row execute function app.audit('act', 'amount_cents');

-- A command with its input, which runs when another person approves it.
create table app.proposal (
  id uuid primary key default app.new_id(),
  command text not null check (length(command) between 1 and 60),
  key uuid not null,
  input jsonb not null,
  title text not null check (length(title) between 1 and 300),
  proposed_by uuid not null references auth."user" on delete restrict,
  proposed_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '14 days',
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn')),
  decided_by uuid references auth."user" on delete restrict,
  decided_at timestamptz,
  -- The database transaction of the decision, in which the command runs.
  decided_in xid8,
  reason text check (length(reason) between 1 and 500),
  unique (proposed_by, command, key),
  check ((state = 'open') = (decided_by is null) and (decided_by is null) = (decided_at is null)
    and (decided_by is null) = (decided_in is null) and (state = 'declined') <= (reason is not null))
);
create index on app.proposal (expires_at) where state = 'open';
create index on app.proposal (decided_in) where decided_in is not null;
create index on app.proposal (decided_by) where decided_by is not null;
create index on app.proposal (proposed_at desc, id desc);
create trigger audit after insert or update on app.proposal for each row
  execute function app.audit('id', 'command', 'state', 'reason');

-- What a proposal comes to: why it needs a second person, and the most that its approval allows.
create table app.proposal_line (
  id uuid primary key default app.new_id(),
  proposal_id uuid not null references app.proposal on delete restrict,
  act text not null,
  -- The entry, transaction, account or person it changes; null for one that it adds.
  subject_id uuid,
  investment_id uuid references app.investment on delete restrict,
  project_id uuid references app.project on delete restrict,
  amount_cents bigint,
  limit_cents bigint,
  day_cents bigint
);
create index on app.proposal_line (proposal_id);
create index on app.proposal_line (investment_id) where investment_id is not null;
create index on app.proposal_line (project_id) where project_id is not null;
create trigger never_changes before update or delete on app.proposal_line for each row
  execute function app.never_changes();

-- Acts that needed two people and were done: approved, or by the one person who could.
create table app.two_person_act (
  id uuid primary key default app.new_id(),
  act text not null,
  subject_id uuid,
  ledger_entry_id uuid references app.ledger_entry on delete restrict,
  investment_id uuid references app.investment on delete restrict,
  project_id uuid references app.project on delete restrict,
  amount_cents bigint,
  limit_cents bigint,
  day_cents bigint,
  done_by uuid not null references auth."user" on delete restrict,
  done_at timestamptz not null default now(),
  done_in xid8 not null default pg_current_xact_id(),
  proposal_id uuid references app.proposal on delete restrict,
  by_one_person boolean not null default false
);
create index on app.two_person_act (done_in);
create index on app.two_person_act (done_by);
create index on app.two_person_act (ledger_entry_id) where ledger_entry_id is not null;
create index on app.two_person_act (investment_id) where investment_id is not null;
create index on app.two_person_act (project_id) where project_id is not null;
create index on app.two_person_act (proposal_id) where proposal_id is not null;
create index on app.two_person_act (done_at desc, id desc) where by_one_person;

alter table app.ledger_entry add column approved_by uuid references auth."user" on delete restrict;
alter table app.distribution add column approved_by uuid references auth."user" on delete restrict;
alter table app.distribution_void add column approved_by uuid references auth."user" on delete restrict;
alter table app.exchange_rate add column approved_by uuid references auth."user" on delete restrict;
create index on app.ledger_entry (approved_by) where approved_by is not null;
create index on app.distribution (approved_by) where approved_by is not null;
create index on app.distribution_void (approved_by) where approved_by is not null;
create index on app.exchange_rate (approved_by) where approved_by is not null;

-- Who could approve and no longer can: the last approver may act alone only a day later.
create table auth.former_approver (
  user_id uuid not null references auth."user" on delete cascade,
  ended_at timestamptz not null default now()
);
create index on auth.former_approver (user_id);
create index on auth.former_approver (ended_at);

create function app.is_approver(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from auth."user" u join auth.staff_role r on r.user_id = u.id join auth.role_permission p on p.role = r.role
    where u.id = p_user and u.role = 'admin' and u.status = 'active' and p.permission = 'approvals')
$$;

create function app.note_former_approver() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'staff_role' then
    if exists (select from auth.role_permission where role = old.role and permission = 'approvals')
      and exists (select from auth."user" where id = old.user_id and status = 'active') then
      insert into auth.former_approver (user_id) values (old.user_id);
    end if;
  elsif exists (select from auth.staff_role r join auth.role_permission p on p.role = r.role
    where r.user_id = old.id and p.permission = 'approvals') then
    insert into auth.former_approver (user_id) values (old.id);
  end if;
  return null;
end $$;
create trigger note_former_approver after delete on auth.staff_role for each row
  execute function app.note_former_approver();
create trigger note_former_approver after update of status on auth."user" for each row
  when (old.role = 'admin' and old.status = 'active' and new.status <> 'active')
  execute function app.note_former_approver();

-- The acting account; null for a command at the terminal, a job or a migration, which may do everything.
create function app.acting_user() returns uuid language sql stable as $$
  select nullif(current_setting('app.user_id', true), '')::uuid
$$;

-- The proposal that this very transaction approves; its columns are null when there is none.
create function app.approved_here() returns app.proposal
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p from app.proposal p
  where p.decided_in = pg_current_xact_id_if_assigned() and p.decided_at = now() and p.state = 'approved'
$$;

-- Whether no one else can approve: since a day, or because the only other one is the person it is about.
create function app.may_act_alone(p_user uuid, p_affected uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.is_approver(p_user)
    and not exists (select from auth."user" u where u.role = 'admin' and u.status = 'active' and u.id <> p_user
      and u.id is distinct from p_affected and app.is_approver(u.id))
    and not exists (select from auth.former_approver f
      where f.user_id <> p_user and f.user_id is distinct from p_affected and f.ended_at > now() - interval '24 hours')
$$;

-- The permissions one of which an act needs; an approval lends them for its transaction.
create function app.permissions_of_act(p_act text) returns text[] language sql immutable as $$
  select case p_act
    when 'distribution' then array['distributions']
    when 'void' then array['payments', 'transactions', 'investors', 'distributions']
    when 'return' then array['transactions']
    when 'payment-account' then array['settings']
    when 'limits' then array['settings']
    when 'rate' then array['settings', 'transactions']
    when 'staff' then array['users']
    when 'staff-sign-in' then array['users']
    else array['payments', 'transactions', 'investors'] end
$$;

-- Notes an act that needs two people. Acts without an amount are noted once for each subject.
create function app.note_two_person_act(p_note app.two_person_act) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if app.acting_user() is null then return; end if;
  if p_note.amount_cents is null and exists (select from app.two_person_act t
    where t.done_in = pg_current_xact_id() and t.act = p_note.act and t.subject_id is not distinct from p_note.subject_id)
  then return; end if;
  insert into app.two_person_act
      (act, subject_id, ledger_entry_id, investment_id, project_id, amount_cents, limit_cents, day_cents, done_by)
    values (p_note.act, p_note.subject_id, p_note.ledger_entry_id, p_note.investment_id, p_note.project_id,
      p_note.amount_cents, p_note.limit_cents, p_note.day_cents, app.acting_user());
end $$;

revoke all on function app.is_approver, app.approved_here, app.may_act_alone, app.note_two_person_act from public;
