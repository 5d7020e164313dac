-- Investors add proofs through a function that checks whose investment it is; the office decides on them.
grant execute on function app.submit_payment_proof, app.reference_key to msingi_investor;
grant select (id, investment_id, message, file_id, code, minor, currency, paid_on, paid_at, note, submitted_at, decision,
  reason, decided_at) on app.payment_proof to msingi_investor;
create policy own on app.payment_proof for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));
grant select on app.payment_proof to msingi_admin, msingi_system;
grant update (decision, reason, decided_by, decided_at) on app.payment_proof to msingi_admin;
