-- Investments without a plan that have a next payment, from an index alone: with plans, most rows that the older index finds
-- are not due by themselves.
create index on app.investment (next_payment_on)
  include (investor_id, project_id, next_payment_cents, amount_cents, received_cents)
  where plan_version is null and next_payment_on is not null and archived_at is null and status in ('pending', 'active');

-- Open money in by its number, for the payments of an investment.
create index on app.bank_transaction (app.reference_key(coalesce(mpesa_code, provider_number)))
  where state in ('unmatched', 'suggested') and minor > 0;
