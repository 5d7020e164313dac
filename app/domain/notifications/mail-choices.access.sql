-- One's own row, also in view mode, which only reads. The worker reads all.
grant select, insert on app.mail_choice to msingi_investor;
grant update (messages, news, reminders) on app.mail_choice to msingi_investor;
grant select on app.mail_choice to msingi_admin, msingi_support, msingi_system;
create policy own on app.mail_choice to msingi_investor
  using (investor_id = (select app.me())) with check (investor_id = (select app.me()));
