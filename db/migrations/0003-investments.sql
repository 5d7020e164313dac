-- Investors, projects, investments and the ledger. Money is whole cents; a day ends in _on, an instant in _at.
create extension if not exists pg_trgm with schema app;

create table app.investor (
  id uuid primary key default app.new_id(),
  user_id uuid unique references auth."user" on delete restrict,
  email text not null unique check (email = lower(email) and email = btrim(email)),
  full_name text not null check (length(full_name) between 1 and 200),
  phone text check (length(phone) between 1 and 40),
  -- Its own status counts only while there is no account; then the account's does (decisions §2).
  own_status text not null default 'pending' check (own_status in ('pending', 'active', 'inactive')),
  joined_on date not null,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now()
);

create index on app.investor using gin (full_name app.gin_trgm_ops);
create index on app.investor using gin (email app.gin_trgm_ops);
create index on app.investor (full_name, id);

create table app.project (
  id uuid primary key default app.new_id(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  name text not null check (length(name) between 1 and 120),
  location text not null check (length(location) between 1 and 120),
  description text not null default '' check (length(description) <= 5000),
  status text not null default 'ongoing' check (status in ('planned', 'ongoing', 'completed')),
  stage_text text check (length(stage_text) <= 60),
  total_value_cents bigint not null check (total_value_cents >= 0),
  progress_percent integer not null default 0 check (progress_percent between 0 and 100),
  started_on date,
  completion_on date,
  completion_text text check (length(completion_text) <= 80),
  annual_return_bp integer check (annual_return_bp between 0 and 100000),
  tagline text check (length(tagline) <= 160),
  price_text text check (length(price_text) <= 80),
  minimum_cents bigint check (minimum_cents > 0),
  unit_price_cents bigint check (unit_price_cents > 0),
  units integer check (units > 0),
  features text[] not null default '{}',
  target_cents bigint check (target_cents > 0),
  funded_bp integer check (funded_bp between 0 and 10000),
  funded_as_of_on date,
  featured_rank integer,
  published boolean not null default false,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((funded_bp is null) = (funded_as_of_on is null))
);

create index on app.project using gin (name app.gin_trgm_ops);

create table app.project_picture (
  project_id uuid not null references app.project on delete restrict,
  picture_id uuid not null unique references app.picture on delete restrict,
  place integer not null check (place > 0),
  alt text not null check (length(alt) between 1 and 300),
  primary key (project_id, place) deferrable initially immediate
);

create table app.investment (
  id uuid primary key default app.new_id(),
  investor_id uuid not null references app.investor on delete restrict,
  project_id uuid not null references app.project on delete restrict,
  amount_cents bigint not null check (amount_cents between 1 and 99999999999999),
  -- Kept by the trigger on the ledger, never written by the program, so that the two checks below are real.
  received_cents bigint not null default 0,
  status text not null default 'pending' check (status in ('pending', 'active', 'completed', 'cancelled')),
  pending_before_first_entry boolean not null default true,
  invested_on date not null,
  next_payment_on date,
  next_payment_cents bigint check (next_payment_cents > 0),
  cancelled_on date,
  archived_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint received_within_amount check (received_cents between 0 and amount_cents),
  constraint completed_is_fully_paid check (status <> 'completed' or received_cents = amount_cents),
  constraint pending_has_no_payments check (status <> 'pending' or received_cents = 0),
  constraint cancellation_has_a_day check ((status = 'cancelled') = (cancelled_on is not null)),
  constraint next_amount_has_a_day check (next_payment_cents is null or next_payment_on is not null)
);
create index on app.investment (investor_id, invested_on desc, id);
create index on app.investment (project_id);
create index on app.investment (invested_on desc, id desc);
create index on app.investment (created_at desc);

-- The ledger (decisions §4): append-only. A void is a row of its own that takes the amount back.
create table app.ledger_entry (
  id uuid primary key default app.new_id(),
  investment_id uuid not null references app.investment on delete restrict,
  kind text not null check (kind in ('payment', 'refund', 'adjustment', 'void')),
  amount_cents bigint not null,
  dated_on date not null,
  voids_id uuid unique references app.ledger_entry on delete restrict,
  reason text check (length(reason) between 1 and 500),
  method text check (method in ('bank-transfer', 'mobile-money', 'card', 'cash', 'cheque', 'other')),
  reference text check (length(reference) between 1 and 80),
  note text check (length(note) between 1 and 500),
  imported boolean not null default false,
  recorded_by uuid references auth."user" on delete restrict,
  recorded_at timestamptz not null default now(),
  constraint sign_follows_kind check (
    case kind when 'payment' then amount_cents > 0 when 'refund' then amount_cents < 0 else amount_cents <> 0 end),
  constraint void_names_an_entry check ((kind = 'void') = (voids_id is not null)),
  constraint reason_is_given check (kind = 'payment' or imported or reason is not null)
);
create index on app.ledger_entry (investment_id, dated_on, recorded_at);
create index on app.ledger_entry (recorded_at);

create table app.receipt_counter (
  year integer primary key,
  last_sequence integer not null check (last_sequence > 0)
);

-- As issued: what it says never changes. Voided is what the ledger says of its payment.
create table app.receipt (
  id uuid primary key default app.new_id(),
  entry_id uuid not null unique references app.ledger_entry on delete restrict,
  investor_id uuid not null references app.investor on delete restrict,
  year integer not null,
  sequence integer not null check (sequence > 0),
  number text not null unique generated always as ('R-' || year::text || '-' || lpad(sequence::text, 6, '0')) stored,
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  amount_cents bigint not null check (amount_cents > 0),
  received_on date not null,
  investor_name text not null,
  project_name text not null,
  issued_at timestamptz not null default now(),
  unique (year, sequence)
);
create index on app.receipt (investor_id);

create table app.distribution (
  id uuid primary key default app.new_id(),
  project_id uuid not null references app.project on delete restrict,
  total_cents bigint not null check (total_cents > 0),
  dated_on date not null,
  note text check (length(note) between 1 and 500),
  recorded_by uuid references auth."user" on delete restrict,
  recorded_at timestamptz not null default now()
);
create index on app.distribution (project_id, dated_on);

create table app.distribution_share (
  distribution_id uuid not null references app.distribution on delete restrict,
  investment_id uuid not null references app.investment on delete restrict,
  amount_cents bigint not null check (amount_cents >= 0),
  primary key (distribution_id, investment_id)
);
create index on app.distribution_share (investment_id);

create table app.distribution_void (
  distribution_id uuid primary key references app.distribution on delete restrict,
  reason text not null check (length(reason) between 1 and 500),
  recorded_by uuid references auth."user" on delete restrict,
  recorded_at timestamptz not null default now()
);

-- Exactly once (decisions §4): the answer a command gave to this key.
create table app.command_key (
  actor_id uuid not null,
  command text not null,
  key uuid not null,
  input_hash text not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (actor_id, command, key)
);
