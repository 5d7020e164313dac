grant select, insert, update on app.outbox to msingi_admin;
grant select, update on app.outbox to msingi_system;

-- What follows from an event is written by this role alone. It may insert, and read just enough to find an audience;
-- never a payment or a receipt, which an injected statement in the portal could then read or forge.
grant insert on app.event, app.notification, app.notification_recipient, app.outbox to msingi_reactions;
grant select (id) on app.event, app.notification, app.outbox to msingi_reactions;
grant select (id, user_id, archived_at) on app.investor to msingi_reactions;
grant select (investor_id, project_id, status) on app.investment to msingi_reactions;
do $$
declare
  name text;
begin
  foreach name in array array['event', 'notification', 'notification_recipient', 'outbox', 'investor', 'investment'] loop
    execute format('create policy reactions on app.%I to msingi_reactions using (true) with check (true)', name);
  end loop;
end $$;
grant select on app.event to msingi_admin, msingi_system;
