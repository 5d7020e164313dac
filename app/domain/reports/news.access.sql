-- The time of recording decides what is new.
grant select (recorded_at) on app.ledger_entry to msingi_investor;
grant select (recorded_at) on app.distribution to msingi_investor;
