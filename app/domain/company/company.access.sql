-- Settings, company facts and files.
grant select on app.installation, app.company to msingi_guest, msingi_investor, msingi_admin, msingi_support, msingi_system, msingi_auth;
grant insert, update on app.installation, app.company to msingi_admin;
create policy everybody_reads on app.installation for select to msingi_guest, msingi_investor, msingi_auth using (true);
create policy everybody_reads on app.company for select to msingi_guest, msingi_investor, msingi_auth using (true);

grant select on app.logo to msingi_guest, msingi_investor, msingi_admin, msingi_support, msingi_system;
grant insert on app.logo to msingi_admin;
create policy everybody_reads on app.logo for select to msingi_guest, msingi_investor using (true);

grant select on app.director, app.legal_text to msingi_guest, msingi_investor, msingi_admin, msingi_support, msingi_system;
grant insert, update, delete on app.director to msingi_admin;
grant insert on app.legal_text to msingi_admin;
create policy everybody_reads on app.director for select to msingi_guest, msingi_investor using (true);
create policy everybody_reads on app.legal_text for select to msingi_guest, msingi_investor using (true);

-- Commands at the terminal and the backup's own process write it, as the owner.
grant select on app.recovery_state to msingi_admin, msingi_support, msingi_system;

grant select on app.stored_file to msingi_admin, msingi_support, msingi_system;
grant insert on app.stored_file to msingi_admin, msingi_support;

-- Staff with these permissions.
call app.staff_writes('app.company', 'settings');
call app.staff_writes('app.installation', 'settings');
call app.staff_writes('app.logo', 'settings');
call app.staff_writes('app.director', 'settings');
call app.staff_writes('app.legal_text', 'settings');
