-- Payments in the order of their list, with what their totals add up. Bank transactions of one account by state, the money
-- that waits, what each account received, and the few that wait with a part. An index with fewer columns was for sums that counters have now.
drop index app.ledger_entry_dated_on_kind_amount_cents_idx;
create index on app.ledger_entry (dated_on desc, recorded_at desc, id desc)
  include (kind, method, amount_cents, paid_minor, paid_currency, payment_account_id, voids_id);
create index on app.bank_transaction (payment_account_id, state, occurred_at desc, id desc);
create index on app.bank_transaction (currency) include (minor, allocated_minor, returned_minor, value_on)
  where state in ('unmatched', 'suggested') and minor > 0;
create index on app.bank_transaction (occurred_at) include (payment_account_id, minor) where minor > 0 and exclusion is null;
create index on app.bank_transaction (id) where allocated_minor <> 0 and state in ('unmatched', 'suggested');
