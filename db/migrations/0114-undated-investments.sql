-- Active investments without a plan or a day of payment are counted from this index alone.
create index on app.investment (id) include (amount_cents, received_cents)
  where plan_version is null and next_payment_on is null and status = 'active' and archived_at is null;
