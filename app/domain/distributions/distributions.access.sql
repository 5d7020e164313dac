grant select, insert on app.distribution, app.distribution_share, app.distribution_void to msingi_admin;
grant select on app.distribution, app.distribution_share, app.distribution_void to msingi_system;

-- An investor sees their own shares, and of a distribution its day and project, never its total.
grant select on app.distribution_share, app.distribution_void to msingi_investor;
grant select (id, project_id, dated_on) on app.distribution to msingi_investor;
-- The ids are gathered once for a statement, and looked up in the index: a condition on each row would read every share of
-- a distribution to find one's own.
create policy own on app.distribution_share for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));
create policy own on app.distribution for select to msingi_investor
  using (id = any (array(select s.distribution_id from app.distribution_share s)));
create policy own on app.distribution_void for select to msingi_investor
  using (distribution_id = any (array(select s.distribution_id from app.distribution_share s)));
