-- One's own rows, also in view mode, which only reads.
grant select, insert on app.portal_visit to msingi_investor;
grant update (last_seen_at, former_seen_at) on app.portal_visit to msingi_investor;
create policy own on app.portal_visit to msingi_investor
  using (investor_id = (select app.me())) with check (investor_id = (select app.me()));
