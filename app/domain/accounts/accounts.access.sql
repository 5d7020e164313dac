-- Accounts are reached only over the functions of msingi_auth (accounts.functions.sql) and its view for the office.
grant select (id, user_id, email, version) on app.investor to msingi_auth;
create policy auth_finds on app.investor for select to msingi_auth using (true);
-- Email addresses change through administration.functions.sql, in account and investor record together.
grant update (email, version) on app.investor to msingi_auth;
create policy auth_moves on app.investor for update to msingi_auth using (user_id is not null) with check (user_id is not null);
-- An investor reads no account, except through one function (sign-in.functions.sql).
grant usage on schema auth to msingi_investor;
