grant select, insert on app.notification to msingi_admin, msingi_support;
grant update (title, message, notification_type, audience, project_id, investor_id, cleared_at, edited_at, version)
  on app.notification to msingi_admin, msingi_support;
grant delete on app.notification to msingi_admin, msingi_support;
-- A changed audience deletes copies, and an administrator may mark a message as unread again.
grant select, delete on app.notification_recipient to msingi_admin, msingi_support;
grant update (read_at) on app.notification_recipient to msingi_admin, msingi_support;
grant select on app.notification to msingi_system;
grant select, insert on app.notification_recipient to msingi_system;

grant insert, select (id) on app.notification to msingi_reactions;
grant insert on app.notification_recipient to msingi_reactions;
create policy reactions on app.notification to msingi_reactions using (true) with check (true);
create policy reactions on app.notification_recipient to msingi_reactions using (true) with check (true);

grant select (notification_id, investor_id, sent_at, read_at) on app.notification_recipient to msingi_investor;
grant update (read_at) on app.notification_recipient to msingi_investor;
grant select (id, title, message, notification_type, audience, sent_at, edited_at, distribution_id, sending_id,
  distribution_event) on app.notification to msingi_investor;
create policy own on app.notification_recipient for select to msingi_investor using (investor_id = (select app.me()));
create policy own_read on app.notification_recipient for update to msingi_investor
  using (investor_id = (select app.me())) with check (investor_id = (select app.me()) and read_at is not null);
create policy own on app.notification for select to msingi_investor
  using (exists (select from app.notification_recipient r where r.notification_id = id));

-- Staff with these permissions.
call app.staff_writes('app.notification', 'notifications');
call app.staff_writes('app.notification_recipient', 'notifications');
