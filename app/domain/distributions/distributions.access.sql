grant select, insert on app.distribution, app.distribution_share, app.distribution_void to msingi_admin;
grant select on app.distribution, app.distribution_share, app.distribution_void to msingi_system;

-- An investor sees their own shares, and of a distribution its day and project, never its total.
grant select on app.distribution_share, app.distribution_void to msingi_investor;
grant select (id, project_id, dated_on) on app.distribution to msingi_investor;
create policy own on app.distribution_share for select to msingi_investor
  using (exists (select from app.investment i where i.id = investment_id));
create policy own on app.distribution for select to msingi_investor
  using (exists (select from app.distribution_share s where s.distribution_id = id));
create policy own on app.distribution_void for select to msingi_investor
  using (exists (select from app.distribution_share s where s.distribution_id = distribution_void.distribution_id));
