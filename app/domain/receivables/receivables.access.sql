grant select on app.cash_counter to msingi_admin;

-- Staff with these permissions.
call app.staff_writes('app.contact_note', 'payments', 'investors');
