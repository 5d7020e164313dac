-- Investors add proofs through a function that checks whose investment it is; the office decides on them.
grant execute on function app.submit_payment_proof, app.is_on_statement, app.reference_key to msingi_investor;
grant select (id, investment_id, message, file_id, code, minor, currency, paid_on, paid_at, note, submitted_at, decision,
  reason, decided_at) on app.payment_proof to msingi_investor;
create policy own on app.payment_proof for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));
grant select on app.payment_proof to msingi_admin, msingi_system;
grant update (decision, reason, decided_by, decided_at) on app.payment_proof to msingi_admin;
-- Withdrawn by the investor while it waits: not once it is decided on or its payment is recorded.
grant update (decision, decided_at) on app.payment_proof to msingi_investor;
create policy withdraw_own on app.payment_proof for update to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i where i.investor_id = (select app.me())))
    and decision is null
    and not exists (select from app.ledger_entry e where e.investment_id = payment_proof.investment_id and e.kind = 'payment'
      and app.reference_key(e.reference) = app.reference_key(code)
      and not exists (select from app.ledger_entry v where v.voids_id = e.id)))
  with check (decision = 'withdrawn' and reason is null);

-- Staff with these permissions.
call app.staff_writes('app.payment_proof', 'transactions');
