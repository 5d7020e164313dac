-- An administrator who also invests changes neither the amount of their own investment nor whose it is.
create function app.refuse_own_terms() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_own_investor(old.investor_id) or app.is_own_investor(new.investor_id) then
    raise exception 'an administrator does not change their own investment' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function app.refuse_own_terms from public;
create trigger refuse_own_terms before update of amount_cents, investor_id on app.investment for each row
  when ((old.amount_cents, old.investor_id) is distinct from (new.amount_cents, new.investor_id))
  execute function app.refuse_own_terms();
