grant select, insert, update on app.outbox to msingi_admin;
grant select, update on app.outbox to msingi_system;

grant insert, select (id) on app.outbox to msingi_reactions;
create policy reactions on app.outbox to msingi_reactions using (true) with check (true);

-- A link is handed out only for an email that was not delivered (invitations.functions.sql), which is then sent no more. An
-- address that an email went to is forgotten with the former address that it is (sweep.functions.sql).
grant select, update (state, sent_to) on app.outbox to msingi_auth;
create policy auth_looks on app.outbox for select to msingi_auth using (true);
create policy auth_stops on app.outbox for update to msingi_auth using (user_id is not null) with check (user_id is not null);
