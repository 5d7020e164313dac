-- An investor takes back what they sent in by mistake, while no payment is recorded for it.
alter table app.payment_proof
  drop constraint payment_proof_decision_check,
  add constraint payment_proof_decision_check check (decision in ('received', 'declined', 'withdrawn'));
