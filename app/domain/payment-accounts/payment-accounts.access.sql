-- Accounts are closed, never deleted: payments name them.
grant select, insert on app.payment_account to msingi_admin;
grant update (kind, name, number, currency, how_to_pay, reference_pattern, closed_at, account_code)
  on app.payment_account to msingi_admin;
grant select on app.payment_account to msingi_system;
grant select (id, kind, name, number, currency, how_to_pay, reference_pattern, details_changed_at, closed_at, created_at)
  on app.payment_account to msingi_investor;
create policy open_accounts on app.payment_account for select to msingi_investor using (closed_at is null);

-- Staff with these permissions; details and new accounts need `settings` (trigger `permitted`).
call app.staff_writes('app.payment_account', 'settings', 'transactions');
