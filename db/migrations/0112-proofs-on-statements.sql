-- Whether the money of an own proof is on a statement, with its amount: all that an investor learns of bank transactions.
create function app.is_on_statement(p_proof_id uuid) returns boolean
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return exists (select from app.payment_proof p
    join app.investment i on i.id = p.investment_id and i.investor_id = app.me()
    join app.bank_transaction t on app.reference_key(coalesce(t.mpesa_code, t.provider_number)) = app.reference_key(p.code)
    where p.id = p_proof_id and t.leg like 'payment%' and t.minor = p.minor and t.minor > 0 and t.currency = p.currency and t.state in ('unmatched', 'suggested'));
end $$;
revoke all on function app.is_on_statement from public;
