-- The code of a payment account in the accountant's books; null takes the code of the company settings.
alter table app.payment_account add column account_code text check (length(account_code) between 1 and 20);
drop trigger audit on app.payment_account;
create trigger audit after insert or update or delete on app.payment_account for each row
  execute function app.audit('id', 'kind', 'name', 'number', 'currency', 'how_to_pay', 'reference_pattern',
    'closed_at', 'account_code');

-- A void releases the part of a bank transaction that its entry was; the journal still names the account.
create index on app.allocation (ledger_entry_id) where released_at is not null;
