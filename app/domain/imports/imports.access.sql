-- Imported files stay (imported_for_ever); the worker deletes the others after a day.
grant select, insert on app.import_file to msingi_admin;
grant update (name, content, kept_at, imported_at, imported_by, rows_added, rows_left_out) on app.import_file to msingi_admin;
grant select (id, kept_at, imported_at), delete on app.import_file to msingi_system;

-- Staff with these permissions.
call app.staff_writes('app.import_file', 'investors', 'payments', 'projects', 'transactions');
