-- On no day may less than nothing have been received (decisions §4): a refund cannot be dated before what it gives back,
-- and what it gave back cannot be voided away from under it. Entries that were voided do not count, as in distributions.
create function app.least_received(p_investment_id uuid, p_from date, p_without uuid default null) returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with counted as (
    select e.dated_on, e.amount_cents from app.ledger_entry e
    where e.investment_id = p_investment_id and e.kind <> 'void' and e.id is distinct from p_without
      and not exists (select from app.ledger_entry v where v.voids_id = e.id)),
  day as (select p_from as dated_on union select dated_on from counted where dated_on > p_from)
  select min((select coalesce(sum(c.amount_cents), 0) from counted c where c.dated_on <= day.dated_on))::bigint from day
$$;
revoke all on function app.least_received from public;
grant execute on function app.least_received to msingi_admin;

create or replace function app.check_ledger_entry() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  investment app.investment;
  voided app.ledger_entry;
begin
  select * into strict investment from app.investment where id = new.investment_id for no key update;
  if new.dated_on < investment.invested_on then
    raise exception 'an entry cannot be dated before its investment' using errcode = 'check_violation';
  end if;
  if new.kind = 'payment' and (investment.status = 'cancelled' or investment.archived_at is not null) then
    raise exception 'a cancelled or archived investment takes no payments' using errcode = 'check_violation';
  end if;
  if new.kind = 'void' then
    select * into strict voided from app.ledger_entry where id = new.voids_id;
    if voided.investment_id <> new.investment_id or voided.kind = 'void' or new.amount_cents <> -voided.amount_cents then
      raise exception 'a void takes back exactly one entry of its own investment' using errcode = 'check_violation';
    end if;
    if app.least_received(new.investment_id, voided.dated_on, voided.id) < 0 then
      raise exception 'a void leaves less than nothing received on a day' using errcode = 'check_violation';
    end if;
  elsif new.amount_cents < 0 and app.least_received(new.investment_id, new.dated_on) + new.amount_cents < 0 then
    raise exception 'less than nothing would have been received on a day' using errcode = 'check_violation';
  end if;
  return new;
end $$;
