-- Known payers by the day they were learnt, and by parts of their name and number.
create index on app.known_payer (learnt_at desc, id);
create index on app.known_payer using gin (payer_name app.gin_trgm_ops, payer_number app.gin_trgm_ops);
