grant select on app.cash_counter to msingi_admin;
