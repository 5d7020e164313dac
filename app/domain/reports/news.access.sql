-- News is told from what was there before by when it was recorded.
grant select (recorded_at) on app.ledger_entry to msingi_investor;
grant select (recorded_at) on app.distribution to msingi_investor;
