-- Statements of account (decisions §4): an investor's figures for a calendar quarter or year, as they were issued. A later
-- issue for the same period replaces the one before by a row of its own.
create table app.statement (
  id uuid primary key default app.new_id(),
  investor_id uuid not null references app.investor on delete restrict,
  from_on date not null,
  to_on date not null,
  -- How far it goes: the end of its period, or the day of its issue while the period runs.
  through_on date not null,
  replaces_id uuid unique references app.statement on delete restrict,
  code text not null unique default app.paper_code() check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$'),
  investor_name text not null,
  opening_cents bigint not null,
  closing_cents bigint not null,
  -- The part of the closing balance that is held on cancelled investments.
  to_refund_cents bigint not null,
  distributed_cents bigint not null,
  sha256 text not null check (length(sha256) = 64),
  issued_at timestamptz not null,
  check (through_on between from_on and to_on),
  check ((extract(day from from_on) = 1 and extract(month from from_on) in (1, 4, 7, 10)
      and to_on = (from_on + interval '3 months' - interval '1 day')::date)
    or (extract(doy from from_on) = 1 and to_on = (from_on + interval '1 year' - interval '1 day')::date))
);
-- Of two that are issued at once, one is the first of its period.
create unique index on app.statement (investor_id, from_on, to_on) where replaces_id is null;
create index on app.statement (investor_id, from_on desc, issued_at desc);

-- `source_id` is the ledger entry, or the distribution, which stands beside the balance and never in it.
create table app.statement_line (
  statement_id uuid not null references app.statement on delete restrict,
  place integer not null check (place > 0),
  source_id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'adjustment', 'void', 'distribution')),
  dated_on date not null,
  project_name text not null,
  -- Of the payment, or of the one that was voided.
  receipt_number text,
  reason text,
  amount_cents bigint not null,
  balance_cents bigint,
  primary key (statement_id, place),
  check ((kind = 'distribution') = (balance_cents is null))
);

create function app.statement_hash(s app.statement, lines app.statement_line[]) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(array_to_string(array['statement', s.investor_id::text, to_char(s.from_on, 'YYYY-MM-DD'),
    to_char(s.to_on, 'YYYY-MM-DD'), to_char(s.through_on, 'YYYY-MM-DD'), s.opening_cents::text, s.closing_cents::text,
    s.to_refund_cents::text, s.distributed_cents::text]
    || (select coalesce(array_agg(array_to_string(array[l.source_id::text, l.kind, to_char(l.dated_on, 'YYYY-MM-DD'),
      l.amount_cents::text, l.balance_cents::text], chr(31), '') order by l.place), '{}') from unnest(lines) l),
    chr(30), ''), 'UTF8')), 'hex')
$$;

create trigger never_changes before update or delete on app.statement for each row execute function app.never_changes();
create trigger never_changes before update or delete on app.statement_line for each row execute function app.never_changes();
create trigger audit after insert on app.statement for each row
  execute function app.audit('id', 'investor_id', 'from_on', 'to_on', 'through_on', 'replaces_id', 'closing_cents');
