-- What the office counts on its dashboard is found in an index alone: the payments that are due, of open investments, and
-- the money of twelve months out of the whole ledger.
create index on app.investment (next_payment_on, status) include (amount_cents, received_cents, next_payment_cents)
  where archived_at is null and status in ('pending', 'active');
create index on app.ledger_entry (dated_on) include (kind, amount_cents) where kind <> 'void';
create index on app.ledger_entry (voids_id) where kind = 'void';
