-- Accounts are reached only over the functions of msingi_auth (accounts.functions.sql) and its view for the office.
grant select (id, user_id) on app.investor to msingi_auth;
create policy auth_finds on app.investor for select to msingi_auth using (true);
-- An investor reads no account, and may ask one function what is theirs (sign-in.functions.sql).
grant usage on schema auth to msingi_investor;
