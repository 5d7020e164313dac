-- Append-only: a wrong rate is corrected by a later one for the same day.
grant select, insert on app.exchange_rate to msingi_admin;
grant select on app.exchange_rate to msingi_system;
-- What an investor's payment in shillings comes to is quoted at the company's own rate.
grant select (id, currency, rate, dated_on, source, recorded_at) on app.exchange_rate to msingi_investor;
create policy company_rates on app.exchange_rate for select to msingi_investor using (source = 'company');

-- Staff with these permissions.
call app.staff_writes('app.exchange_rate', 'transactions', 'settings');
