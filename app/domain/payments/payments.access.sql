-- Append-only: no role may update or delete an entry or a receipt.
grant select, insert on app.ledger_entry, app.receipt to msingi_admin;
grant select, insert, update on app.receipt_counter to msingi_admin;
grant select on app.ledger_entry, app.receipt to msingi_system;
grant execute on function app.reference_key to msingi_system;

-- Without `note`, `imported` and `recorded_by`, which only the office sees.
grant select (id, investment_id, kind, amount_cents, dated_on, voids_id, reason, method, reference, recorded_at,
  paid_minor, paid_currency, rate, rate_source, rate_on, payer_name, payment_account_id, rounds_id)
  on app.ledger_entry to msingi_investor;
grant select on app.receipt to msingi_investor;
create policy own on app.ledger_entry for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));
create policy own on app.receipt for select to msingi_investor using (investor_id = (select app.me()));
-- The name of who recorded a payment, for its receipt; null for a command, a job or another person's payment.
create or replace function app.recorder_of(p_entry uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.name from app.ledger_entry e join app.investment i on i.id = e.investment_id
    join auth."user" u on u.id = e.recorded_by
  where e.id = p_entry and (app.me() is null or i.investor_id = app.me())
$$;
revoke all on function app.recorder_of from public;
grant execute on function app.recorder_of to msingi_admin, msingi_investor;
-- Agreed payments, written by triggers and their function only.
grant select on app.agreed_payment to msingi_admin;

-- Staff with these permissions.
call app.staff_writes('app.ledger_entry', 'payments', 'transactions');
call app.staff_writes('app.receipt', 'payments', 'transactions');
call app.staff_writes('app.receipt_counter', 'payments', 'transactions');
