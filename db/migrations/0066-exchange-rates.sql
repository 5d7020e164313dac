-- The contract currency is the US dollar. What arrived in another currency is kept with the payment: the amount, the
-- rate (units of the currency for one dollar), whose rate it is, and the day of the rate; all of them or none.
create table app.exchange_rate (
  id uuid primary key default app.new_id(),
  currency text not null check (currency in ('KES', 'SOS', 'SLSH', 'EUR', 'GBP')),
  rate numeric(20, 8) not null check (rate > 0),
  dated_on date not null,
  source text not null check (source in ('company', 'cbk')),
  recorded_by uuid references auth."user" on delete restrict,
  recorded_at timestamptz not null default now()
);
create index on app.exchange_rate (currency, source, dated_on desc, recorded_at desc, id desc);
create trigger never_changes before update or delete on app.exchange_rate for each row execute function app.never_changes();
create trigger audit after insert on app.exchange_rate for each row
  execute function app.audit('id', 'currency', 'rate', 'dated_on', 'source');

alter table app.import_file drop constraint import_file_list_check, add constraint import_file_list_check
  check (list in ('investors', 'projects', 'investments', 'payments', 'exchange-rates'));

alter table app.ledger_entry
  add column paid_minor bigint,
  add column paid_currency text check (paid_currency in ('KES', 'SOS', 'SLSH', 'EUR', 'GBP')),
  add column rate numeric(20, 8) check (rate > 0),
  add column rate_source text check (rate_source in ('company', 'cbk', 'bank', 'agreed', 'quoted')),
  add column rate_on date,
  -- Whole shillings may come to a few cents more than what remains: these are not credited.
  add column rounding_cents smallint not null default 0 check (rounding_cents between 0 and 100),
  -- Who paid, where that is not the investor, and the account of the company that took it.
  add column payer_name text check (length(payer_name) between 1 and 120),
  add column payment_account_id uuid references app.payment_account on delete restrict,
  add constraint paid_currency_is_whole
    check (num_nonnulls(paid_minor, paid_currency, rate, rate_source, rate_on) in (0, 5)),
  add constraint only_payments_and_refunds_have_a_rate check (paid_minor is null or kind in ('payment', 'refund')),
  -- Half a cent is rounded away from zero. Currencies here have hundredths, as the dollar has.
  add constraint amount_follows_rate
    check (case when paid_minor is null then rounding_cents = 0
      else amount_cents + rounding_cents = round(paid_minor / rate) end);
create index on app.ledger_entry (abs(paid_minor)) where paid_minor is not null;

drop trigger audit on app.ledger_entry;
create trigger audit after insert on app.ledger_entry for each row
  execute function app.audit('id', 'investment_id', 'kind', 'amount_cents', 'dated_on', 'voids_id', 'reason', 'method',
    'reference', 'note', 'imported', 'repeats_reference', 'paid_minor', 'paid_currency', 'rate', 'rate_source', 'rate_on',
    'payer_name', 'payment_account_id');

-- A receipt of version 2 also states what was paid in another currency, who paid, and which account took it. Receipts of version 1 keep the hash they have.
alter table app.receipt
  add column version smallint not null default 1 check (version between 1 and 2),
  add column paid_minor bigint,
  add column paid_currency text,
  add column rate numeric(20, 8),
  add column rate_source text,
  add column rate_on date,
  add column payer_name text,
  add column account_name text,
  add constraint paid_currency_is_whole
    check (num_nonnulls(paid_minor, paid_currency, rate, rate_source, rate_on) in (0, 5)),
  add constraint version_1_says_less
    check (version > 1 or num_nonnulls(paid_minor, payer_name, account_name) = 0);

create or replace function app.receipt_hash(r app.receipt) returns text language sql stable
set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(array_to_string(array['receipt', r.year::text, r.sequence::text, r.code,
    r.entry_id::text, r.investor_id::text, r.investor_name, r.project_name, r.method, r.reference,
    r.amount_cents::text, r.agreed_cents::text, r.received_cents::text, to_char(r.received_on, 'YYYY-MM-DD'),
    extract(epoch from r.issued_at)::text]
    || case when r.version = 2 then array['version 2', r.paid_minor::text, r.paid_currency, r.rate::text, r.rate_source,
      to_char(r.rate_on, 'YYYY-MM-DD'), r.payer_name, r.account_name] else array[]::text[] end, chr(31), ''), 'UTF8')), 'hex')
$$;

-- The same on statements. A line without another currency has the hash it had.
alter table app.statement_line
  add column paid_minor bigint,
  add column paid_currency text,
  add constraint paid_currency_is_whole check (num_nonnulls(paid_minor, paid_currency) in (0, 2));

create or replace function app.statement_hash(s app.statement, lines app.statement_line[]) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(array_to_string(array['statement', s.investor_id::text, to_char(s.from_on, 'YYYY-MM-DD'),
    to_char(s.to_on, 'YYYY-MM-DD'), to_char(s.through_on, 'YYYY-MM-DD'), s.opening_cents::text, s.closing_cents::text,
    s.to_refund_cents::text, s.distributed_cents::text]
    || (select coalesce(array_agg(array_to_string(array[l.source_id::text, l.kind, to_char(l.dated_on, 'YYYY-MM-DD'),
      l.amount_cents::text, l.balance_cents::text]
        || case when l.voided_on is null then '{}' else array['voided', to_char(l.voided_on, 'YYYY-MM-DD'), l.void_reason] end
        || case when l.paid_minor is null then '{}' else array['paid', l.paid_minor::text, l.paid_currency] end,
      chr(31), '') order by l.place), '{}') from unnest(lines) l),
    chr(30), ''), 'UTF8')), 'hex')
$$;
