-- Only what is received since a payment was agreed counts toward it. An older payment did not: its void leaves what is due.
alter table app.agreed_payment add column agreed_at timestamptz not null default '-infinity';
alter table app.agreed_payment alter column agreed_at set default now();

-- Whether an entry was recorded before anything was agreed on its investment.
create function app.precedes_agreed(p_entry_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.imported or e.recorded_at <
      coalesce((select min(a.agreed_at) from app.agreed_payment a where a.investment_id = e.investment_id), now())
    from app.ledger_entry e where e.id = p_entry_id
$$;
revoke all on function app.precedes_agreed from public;
grant execute on function app.precedes_agreed to msingi_admin;

create or replace function app.keep_agreed_payments() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.note_agreed_payment(i) from app.investment i where i.id = new.investment_id;
  if new.imported or app.precedes_agreed(new.voids_id) then
    update app.agreed_payment set until_cents = until_cents + new.amount_cents where investment_id = new.investment_id;
  end if;
  return new;
end $$;

-- An administrator adds no investment to their own investor record.
create function app.refuse_own_investment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_own_investor(new.investor_id) then
    raise exception 'an administrator adds no investment of their own' using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke all on function app.refuse_own_investment from public;
create trigger refuse_own_investment before insert on app.investment
  for each row execute function app.refuse_own_investment();
