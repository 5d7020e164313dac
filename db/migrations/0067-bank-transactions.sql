-- What arrived, as the bank or M-Pesa states it, and what became of it. A line of a statement never changes. Its parts
-- become ledger entries; the columns that say how much of it is taken are kept by the triggers below, under its lock.
alter table app.payment_account
  add column statement_profile text check (statement_profile in ('mpesa-a', 'mpesa-b', 'mpesa-merchant', 'equity', 'kcb',
    'mt940', 'camt053', 'mapped')),
  add column statement_mapping jsonb,
  add constraint mapping_is_of_other_layouts check ((statement_mapping is not null) = (statement_profile is not distinct from 'mapped'));
create or replace function app.note_payment_account_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  -- How statements are read is no detail of the account that a person edits.
  if (new.statement_profile, new.statement_mapping) is distinct from (old.statement_profile, old.statement_mapping) then
    return new;
  end if;
  new.version := old.version + 1;
  if (new.kind, new.name, new.number, new.currency) is distinct from (old.kind, old.name, old.number, old.currency)
    or (new.how_to_pay, new.reference_pattern) is distinct from (old.how_to_pay, old.reference_pattern)
    or (old.closed_at is not null and new.closed_at is null) then
    new.details_changed_at := now();
  end if;
  return new;
end $$;

-- A file between its upload and its confirmation, deleted after a day.
create table app.statement_draft (
  id uuid primary key default app.new_id(),
  payment_account_id uuid not null references app.payment_account on delete cascade,
  name text not null check (length(name) between 1 and 200),
  content bytea not null check (length(content) between 1 and 26214400),
  mapping jsonb,
  total_in_minor bigint check (total_in_minor >= 0),
  total_out_minor bigint check (total_out_minor >= 0),
  uploaded_by uuid references auth."user" on delete cascade,
  uploaded_at timestamptz not null default now()
);

create table app.statement_file (
  id uuid primary key default app.new_id(),
  payment_account_id uuid not null references app.payment_account on delete restrict,
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  profile text not null,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  opening_minor bigint,
  closing_minor bigint,
  lines integer not null check (lines >= 0),
  new_lines integer not null check (new_lines between 0 and lines),
  uploaded_by uuid references auth."user" on delete restrict,
  uploaded_at timestamptz not null default now(),
  unique (payment_account_id, sha256)
);
create index on app.statement_file (payment_account_id, to_on desc);
create trigger never_changes before update or delete on app.statement_file for each row execute function app.never_changes();
create trigger audit after insert on app.statement_file for each row
  execute function app.audit('id', 'payment_account_id', 'name', 'sha256', 'profile', 'from_on', 'to_on', 'opening_minor',
    'closing_minor', 'lines', 'new_lines');

create table app.bank_transaction (
  id uuid primary key default app.new_id(),
  payment_account_id uuid not null references app.payment_account on delete restrict,
  statement_file_id uuid not null references app.statement_file on delete restrict,
  line_number integer not null check (line_number > 0),
  -- The provider's number and the leg are the identity of a line within its account.
  provider_number text not null check (length(provider_number) between 1 and 80),
  leg text not null check (leg ~ '^(payment|charge|sweep|reversal|withdrawal|other)(-in)?(-[0-9]+)?$'),
  occurred_at timestamptz not null,
  value_on date not null,
  -- Hundredths of the currency; negative for money out.
  minor bigint not null check (minor <> 0),
  currency text not null check (currency in ('USD', 'KES', 'SOS', 'SLSH', 'EUR', 'GBP')),
  balance_minor bigint,
  payer_name text,
  payer_number text,
  typed_reference text,
  phone text,
  mpesa_code text,
  narrative text not null,
  -- The provider's number of the payment that this line takes back.
  reversal_of text,
  raw text not null,
  created_at timestamptz not null default now(),

  exclusion text check (exclusion in ('charge', 'sweep', 'own-transfer', 'withdrawal', 'reversal-pair', 'other')),
  allocated_minor bigint not null default 0,
  returned_minor bigint not null default 0,
  -- The person whose money the rest is, until it is matched or returned.
  held_for_id uuid references app.investor on delete restrict,
  -- The likeliest investments, and why an exact reference did not match: written after each upload and match.
  suggestions jsonb not null default '[]' check (jsonb_typeof(suggestions) = 'array'),
  waits_because text,
  state text not null generated always as (case
    when exclusion is not null or returned_minor = minor then 'excluded'
    when allocated_minor + returned_minor = minor then 'matched'
    when suggestions <> '[]'::jsonb then 'suggested'
    else 'unmatched' end) stored,
  words_search text not null generated always as (app.folded(provider_number || ' ' || coalesce(mpesa_code, '') || ' '
    || coalesce(payer_name, '') || ' ' || coalesce(payer_number, '') || ' ' || coalesce(typed_reference, '') || ' '
    || narrative)) stored,
  unique (payment_account_id, provider_number, leg),
  constraint parts_are_of_one_sign check ((allocated_minor = 0 or (allocated_minor > 0) = (minor > 0))
    and (returned_minor = 0 or (returned_minor > 0) = (minor > 0))),
  constraint parts_fit check (abs(allocated_minor + returned_minor) <= abs(minor)),
  constraint excluded_has_no_parts check (exclusion is null or (allocated_minor, returned_minor) = (0, 0))
);
create index on app.bank_transaction (state, occurred_at desc, id desc);
create index on app.bank_transaction (occurred_at desc, id desc);
create index on app.bank_transaction (payment_account_id, occurred_at desc, id desc);
create index on app.bank_transaction (statement_file_id);
create index on app.bank_transaction (abs(minor));
create index on app.bank_transaction (upper(mpesa_code)) where mpesa_code is not null;
create index on app.bank_transaction (held_for_id) where held_for_id is not null;
create index on app.bank_transaction (reversal_of) where reversal_of is not null;
create index on app.bank_transaction using gin (words_search app.gin_trgm_ops);
create index on app.bank_transaction using gin (to_tsvector('simple', words_search));
create trigger never_changes before delete or update of payment_account_id, statement_file_id, line_number, provider_number,
  leg, occurred_at, value_on, minor, currency, balance_minor, payer_name, payer_number, typed_reference, phone, mpesa_code,
  narrative, reversal_of, raw, created_at on app.bank_transaction for each row execute function app.never_changes();

-- The same line in a further file.
create table app.bank_transaction_sighting (
  bank_transaction_id uuid not null references app.bank_transaction on delete restrict,
  statement_file_id uuid not null references app.statement_file on delete restrict,
  line_number integer not null check (line_number > 0),
  primary key (bank_transaction_id, statement_file_id)
);
create index on app.bank_transaction_sighting (statement_file_id);
create trigger never_changes before update or delete on app.bank_transaction_sighting for each row
  execute function app.never_changes();

-- A part of a transaction that is a ledger entry: one that was recorded for it, or one that a person had recorded before.
-- It is released when its entry is voided; a part whose entry was there before is released without a void.
create table app.allocation (
  id uuid primary key default app.new_id(),
  bank_transaction_id uuid not null references app.bank_transaction on delete restrict,
  ledger_entry_id uuid not null references app.ledger_entry on delete restrict,
  minor bigint not null check (minor <> 0),
  recorded_entry boolean not null,
  -- The rule by which it was made without a person.
  automatic text check (automatic in ('reference', 'proof')),
  allocated_by uuid references auth."user" on delete restrict,
  allocated_at timestamptz not null default now(),
  released_by uuid references auth."user" on delete restrict,
  released_at timestamptz
);
create unique index one_part_per_entry on app.allocation (ledger_entry_id) where released_at is null;
create index on app.allocation (bank_transaction_id);
create index on app.allocation (allocated_at desc) where automatic is not null and released_at is null;

create function app.follow_allocation() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  transaction app.bank_transaction;
  entry app.ledger_entry;
begin
  select * into strict transaction from app.bank_transaction where id = new.bank_transaction_id for no key update;
  select * into strict entry from app.ledger_entry where id = new.ledger_entry_id;
  if entry.kind <> (case when transaction.minor > 0 then 'payment' else 'refund' end) then
    raise exception 'money in is matched to payments, money out to refunds' using errcode = 'check_violation';
  end if;
  if exists (select from app.ledger_entry where voids_id = entry.id) then
    raise exception 'a voided entry cannot be matched' using errcode = 'check_violation';
  end if;
  if new.minor is distinct from (case when transaction.currency = 'USD' and entry.paid_minor is null then entry.amount_cents
      when entry.paid_currency = transaction.currency then entry.paid_minor end) then
    raise exception 'a part is exactly what its entry states' using errcode = 'check_violation';
  end if;
  if entry.payment_account_id <> transaction.payment_account_id then
    raise exception 'the entry names another payment account' using errcode = 'check_violation';
  end if;
  if transaction.exclusion is not null then
    raise exception 'an excluded transaction has no parts' using errcode = 'check_violation';
  end if;
  update app.bank_transaction set allocated_minor = allocated_minor + new.minor,
    held_for_id = case when allocated_minor + returned_minor + new.minor = minor then null else held_for_id end,
    suggestions = '[]', waits_because = null
  where id = new.bank_transaction_id;
  return new;
end $$;
create trigger follow_allocation before insert on app.allocation for each row execute function app.follow_allocation();

create function app.release_allocation() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if old.released_at is not null or new.released_at is null or (to_jsonb(new) - '{released_at,released_by}'::text[])
    <> (to_jsonb(old) - '{released_at,released_by}'::text[]) then
    raise exception 'a part is only ever released, once' using errcode = 'restrict_violation';
  end if;
  if old.recorded_entry and not exists (select from app.ledger_entry where voids_id = old.ledger_entry_id) then
    raise exception 'void the entry that was recorded for this part' using errcode = 'restrict_violation';
  end if;
  update app.bank_transaction set allocated_minor = allocated_minor - old.minor where id = old.bank_transaction_id;
  return new;
end $$;
create trigger release_allocation before update on app.allocation for each row execute function app.release_allocation();
create trigger never_changes before delete on app.allocation for each row execute function app.never_changes();
create trigger audit after insert or update on app.allocation for each row
  execute function app.audit('id', 'bank_transaction_id', 'ledger_entry_id', 'minor', 'recorded_entry', 'automatic',
    'released_at');

create function app.release_voided() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  update app.allocation set released_at = now(), released_by = new.recorded_by
  where ledger_entry_id = new.voids_id and released_at is null;
  return null;
end $$;
create trigger release_voided after insert on app.ledger_entry for each row when (new.kind = 'void')
  execute function app.release_voided();

-- What a person decided about a transaction, and what followed from a later line of a statement.
create table app.bank_transaction_decision (
  id uuid primary key default app.new_id(),
  bank_transaction_id uuid not null references app.bank_transaction on delete restrict,
  kind text not null check (kind in ('excluded', 'reopened', 'returned', 'held', 'released')),
  exclusion text check ((exclusion is not null) = (kind = 'excluded')),
  -- Why; a line that is excluded with its reversal needs none.
  reason text check (length(reason) between 1 and 500),
  returned_minor bigint check ((returned_minor is not null) = (kind = 'returned') and returned_minor > 0),
  returned_on date check ((returned_on is not null) = (kind = 'returned')),
  -- The line of the statement with which the money went out, where it is known.
  sent_by_id uuid references app.bank_transaction on delete restrict check (sent_by_id is null or kind = 'returned'),
  held_for_id uuid references app.investor on delete restrict check ((held_for_id is not null) = (kind = 'held')),
  decided_by uuid references auth."user" on delete restrict,
  decided_at timestamptz not null default now()
);
create index on app.bank_transaction_decision (bank_transaction_id);
create index on app.bank_transaction_decision (sent_by_id) where sent_by_id is not null;

create function app.follow_decision() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  transaction app.bank_transaction;
begin
  select * into strict transaction from app.bank_transaction where id = new.bank_transaction_id for no key update;
  if new.kind = 'reopened' then
    if transaction.exclusion is null and transaction.returned_minor = 0 and transaction.held_for_id is null then
      raise exception 'there is nothing to reopen' using errcode = 'check_violation';
    end if;
    update app.bank_transaction set exclusion = null, returned_minor = 0, held_for_id = null where id = transaction.id;
    return new;
  end if;
  if new.kind = 'released' then
    update app.bank_transaction set held_for_id = null where id = transaction.id;
    return new;
  end if;
  if transaction.exclusion is not null or transaction.allocated_minor + transaction.returned_minor = transaction.minor then
    raise exception 'this transaction is not open' using errcode = 'check_violation';
  end if;
  if new.kind = 'excluded' then
    update app.bank_transaction set exclusion = new.exclusion, held_for_id = null, suggestions = '[]', waits_because = null
    where id = transaction.id;
  elsif transaction.minor < 0 then
    raise exception 'only money that came in is held or returned' using errcode = 'check_violation';
  elsif new.kind = 'held' then
    update app.bank_transaction set held_for_id = new.held_for_id where id = transaction.id;
  else
    update app.bank_transaction set returned_minor = returned_minor + new.returned_minor,
      held_for_id = case when allocated_minor + returned_minor + new.returned_minor = minor then null else held_for_id end
    where id = transaction.id;
  end if;
  return new;
end $$;
create trigger follow_decision before insert on app.bank_transaction_decision for each row
  execute function app.follow_decision();
create trigger never_changes before update or delete on app.bank_transaction_decision for each row
  execute function app.never_changes();
create trigger audit after insert on app.bank_transaction_decision for each row
  execute function app.audit('id', 'bank_transaction_id', 'kind', 'exclusion', 'reason', 'returned_minor', 'returned_on',
    'sent_by_id', 'held_for_id');

-- Payers that a person matched to an investor: number and name as the statement had them.
create table app.known_payer (
  id uuid primary key default app.new_id(),
  investor_id uuid not null references app.investor on delete cascade,
  payer_number text,
  payer_name text,
  learnt_by uuid references auth."user" on delete set null,
  learnt_at timestamptz not null default now(),
  check (num_nonnulls(payer_number, payer_name) > 0),
  unique nulls not distinct (investor_id, payer_number, payer_name)
);
create trigger audit after insert or delete on app.known_payer for each row execute function app.audit('id', 'investor_id');

revoke all on function app.follow_allocation, app.release_allocation, app.release_voided, app.follow_decision from public;
