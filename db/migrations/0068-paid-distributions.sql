-- A distribution may be paid out in another currency, as payments and refunds may: what it comes to, the rate (units for
-- one dollar), whose rate it is and its day; all of them or none. Each share states its part, and the parts add up.
alter table app.distribution
  add column paid_minor bigint check (paid_minor > 0),
  add column paid_currency text check (paid_currency in ('KES', 'SOS', 'SLSH', 'EUR', 'GBP')),
  add column rate numeric(20, 8) check (rate > 0),
  add column rate_source text check (rate_source in ('company', 'cbk', 'bank', 'agreed', 'quoted')),
  add column rate_on date,
  add constraint paid_currency_is_whole
    check (num_nonnulls(paid_minor, paid_currency, rate, rate_source, rate_on) in (0, 5)),
  add constraint total_follows_rate check (paid_minor is null or total_cents = round(paid_minor / rate));
alter table app.distribution_share add column paid_minor bigint check (paid_minor >= 0);

create or replace function app.check_shares() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (
    select from (select distinct distribution_id from written) w join app.distribution d on d.id = w.distribution_id
      cross join lateral (select sum(s.amount_cents) as cents, sum(s.paid_minor) as minor, count(s.paid_minor) as paid,
          count(*) as shares
        from app.distribution_share s where s.distribution_id = d.id) stated
    where d.total_cents <> cents or d.paid_minor is distinct from minor or paid not in (0, shares)
  ) then
    raise exception 'the shares of a distribution are its total exactly' using errcode = 'check_violation';
  end if;
  if exists (
    select from written w join app.distribution d on d.id = w.distribution_id
      join app.investment i on i.id = w.investment_id
    where i.project_id <> d.project_id
  ) then
    raise exception 'a share belongs to an investment of the project' using errcode = 'check_violation';
  end if;
  return null;
end $$;

drop trigger audit on app.distribution;
create trigger audit after insert on app.distribution for each row
  execute function app.audit('id', 'project_id', 'total_cents', 'dated_on', 'note', 'paid_minor', 'paid_currency', 'rate',
    'rate_source', 'rate_on');

-- A few cents that an exchange rate leaves of the last payment are closed by an adjustment, which goes with that payment.
alter table app.ledger_entry
  add column rounds_id uuid references app.ledger_entry on delete restrict,
  add constraint rounding_is_a_small_adjustment
    check (rounds_id is null or kind = 'adjustment' and amount_cents between 1 and 5);
create unique index on app.ledger_entry (rounds_id) where rounds_id is not null;

drop trigger audit on app.ledger_entry;
create trigger audit after insert on app.ledger_entry for each row
  execute function app.audit('id', 'investment_id', 'kind', 'amount_cents', 'dated_on', 'voids_id', 'reason', 'method',
    'reference', 'note', 'imported', 'repeats_reference', 'paid_minor', 'paid_currency', 'rate', 'rate_source', 'rate_on',
    'payer_name', 'payment_account_id', 'rounds_id');
