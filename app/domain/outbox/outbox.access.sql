grant select, insert, update on app.outbox to msingi_admin;
grant select, update on app.outbox to msingi_system;

grant insert, select (id) on app.outbox to msingi_reactions;
create policy reactions on app.outbox to msingi_reactions using (true) with check (true);
