grant select, insert on app.investor to msingi_admin;
grant update (user_id, email, full_name, phone, own_status, archived_at, version) on app.investor to msingi_admin;
grant select on app.investor to msingi_system;

grant select on app.investor to msingi_investor;
create policy own on app.investor for select to msingi_investor using (id = (select app.me()));
