grant select, insert on app.distribution, app.distribution_share, app.distribution_void, app.distribution_sending,
  app.sent_share to msingi_admin;
grant select on app.distribution, app.distribution_share, app.distribution_void, app.distribution_sending, app.sent_share
  to msingi_system;

-- An investor sees their own shares, and a distribution's day, project and rate but not its total.
grant select on app.distribution_share, app.distribution_void, app.sent_share to msingi_investor;
grant select (id, distribution_id, sent_on, method, recorded_at) on app.distribution_sending to msingi_investor;
grant select (id, project_id, dated_on, paid_currency, rate, rate_source, rate_on) on app.distribution to msingi_investor;
-- Ids are collected once per statement and found by index; a condition per row would read every share of a
-- distribution.
create policy own on app.distribution_share for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));
create policy own on app.distribution for select to msingi_investor
  using (id = any (array(select s.distribution_id from app.distribution_share s)));
create policy own on app.distribution_void for select to msingi_investor
  using (distribution_id = any (array(select s.distribution_id from app.distribution_share s)));
create policy own on app.sent_share for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));
create policy own on app.distribution_sending for select to msingi_investor
  using (id = any (array(select t.sending_id from app.sent_share t)));

-- Staff with these permissions.
call app.staff_writes('app.distribution', 'distributions');
call app.staff_writes('app.distribution_share', 'distributions');
call app.staff_writes('app.distribution_void', 'distributions');
call app.staff_writes('app.distribution_sending', 'distributions');
call app.staff_writes('app.sent_share', 'distributions');
