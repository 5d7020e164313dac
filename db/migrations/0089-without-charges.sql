-- The list of bank transactions leaves charges out and counts up to 10,001 of the others, from an index alone.
create index on app.bank_transaction (occurred_at desc, id desc) where exclusion is distinct from 'charge';
