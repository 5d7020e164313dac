-- Transaction numbers of eDahab have dots.
alter table app.payment_proof drop constraint payment_proof_code_check;
alter table app.payment_proof add constraint payment_proof_code_check check (code ~ '^[A-Z0-9.-]{4,40}$');
