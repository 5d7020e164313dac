-- Statements and what was decided about their lines are append-only. The columns of a transaction that follow from its
-- parts and decisions are written by triggers alone.
grant select, insert, delete on app.statement_draft to msingi_admin;
grant update (mapping, total_in_minor, total_out_minor) on app.statement_draft to msingi_admin;
grant select (id, uploaded_at), delete on app.statement_draft to msingi_system;
grant update (statement_profile, statement_mapping) on app.payment_account to msingi_admin;
grant select, insert on app.statement_file, app.bank_transaction_sighting, app.bank_transaction_decision to msingi_admin;
grant select on app.withdrawn_statement to msingi_admin;
grant execute on function app.withdraw_statement to msingi_admin;
grant select on app.bank_transaction to msingi_admin, msingi_system;
grant insert (payment_account_id, statement_file_id, line_number, provider_number, leg, occurred_at, value_on, minor,
  currency, balance_minor, payer_name, payer_number, typed_reference, phone, mpesa_code, narrative, reversal_of, raw,
  exclusion) on app.bank_transaction to msingi_admin;
grant update (suggestions, waits_because) on app.bank_transaction to msingi_admin;
grant select, insert on app.allocation to msingi_admin;
grant update (released_at, released_by) on app.allocation to msingi_admin;
grant select, insert, delete on app.known_payer to msingi_admin;

-- Investors see what became their payments and what is held for them, without what the office sees of the payer.
grant select (id, bank_transaction_id, ledger_entry_id, minor, released_at) on app.allocation to msingi_investor;
create policy own on app.allocation for select to msingi_investor
  using (ledger_entry_id = any (array(select e.id from app.ledger_entry e)));
grant select (id, payment_account_id, provider_number, mpesa_code, occurred_at, value_on, minor, currency, allocated_minor,
  returned_minor, held_for_id) on app.bank_transaction to msingi_investor;
create policy own on app.bank_transaction for select to msingi_investor using (held_for_id = (select app.me())
  or id = any (array(select a.bank_transaction_id from app.allocation a)));

-- Staff with these permissions.
call app.staff_writes('app.statement_draft', 'transactions');
call app.staff_writes('app.statement_file', 'transactions');
call app.staff_writes('app.bank_transaction_sighting', 'transactions');
call app.staff_writes('app.bank_transaction', 'transactions', 'payments');
call app.staff_writes('app.bank_transaction_decision', 'transactions');
call app.staff_writes('app.allocation', 'transactions', 'payments');
call app.staff_writes('app.known_payer', 'transactions');
