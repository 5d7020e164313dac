-- An administrator who also invests approves no request of their own and records no money on their own investments.
-- A record is theirs when it is linked to their account, or unlinked with their email.
create function app.is_own_investor(p_investor_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from app.investor i
    join auth."user" u on u.id = nullif(current_setting('app.user_id', true), '')::uuid
    where i.id = p_investor_id and (i.user_id = u.id or i.user_id is null and i.email = lower(btrim(u.email))))
$$;
revoke all on function app.is_own_investor from public;
grant execute on function app.is_own_investor to msingi_admin;

create function app.refuse_own_money() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_own_investor((select i.investor_id from app.investment i where i.id = new.investment_id)) then
    raise exception 'an administrator records no money on their own investment' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function app.refuse_own_money from public;
create trigger refuse_own_money before insert on app.ledger_entry
  for each row execute function app.refuse_own_money();

create function app.refuse_own_approval() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_own_investor(new.investor_id) then
    raise exception 'an administrator approves no request of their own' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function app.refuse_own_approval from public;
create trigger refuse_own_approval before update of status on app.investment_request
  for each row when (new.status = 'approved' and old.status <> 'approved') execute function app.refuse_own_approval();
