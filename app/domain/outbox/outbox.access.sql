grant select, insert, update on app.outbox to msingi_admin;
grant select, update on app.outbox to msingi_system;

grant insert, select (id) on app.outbox to msingi_reactions;
create policy reactions on app.outbox to msingi_reactions using (true) with check (true);

-- A link is handed out only for an undelivered email (invitations.functions.sql), which is then not sent. The address
-- of an email is deleted together with the former address it equals (sweep.functions.sql).
grant select, update (state, sent_to) on app.outbox to msingi_auth;
create policy auth_looks on app.outbox for select to msingi_auth using (true);
create policy auth_stops on app.outbox for update to msingi_auth using (user_id is not null) with check (user_id is not null);

-- Staff with these permissions. Emails that follow from other acts are queued as msingi_reactions.
call app.staff_writes('app.outbox', 'users', 'investors');
