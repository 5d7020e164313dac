-- Only offered projects can be dismissed, and only for oneself.
grant select (investor_id, project_id), insert (investor_id, project_id) on app.dismissed_offer to msingi_investor;
create policy own on app.dismissed_offer to msingi_investor
  using (investor_id = (select app.me())) with check (investor_id = (select app.me()));
