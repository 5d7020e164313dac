-- A request keeps the price of a unit as it was when it was sent: how many units it asks for does not change with it.
alter table app.investment_request add column unit_price_cents bigint check (unit_price_cents > 0);
alter table app.investment_request disable trigger audit;
update app.investment_request r set unit_price_cents = p.unit_price_cents from app.project p where p.id = r.project_id;
alter table app.investment_request enable trigger audit;

-- What was said of the project when terms and risk were understood, as a mark of it: of other terms nothing was understood.
alter table app.request_draft add column understood_terms text check (length(understood_terms) <= 64);

create function app.keep_unit_price() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.unit_price_cents := (select p.unit_price_cents from app.project p where p.id = new.project_id);
  elsif new.unit_price_cents is distinct from old.unit_price_cents then
    raise exception 'a request stays as it was sent, and is decided once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_unit_price before insert or update on app.investment_request
  for each row execute function app.keep_unit_price();
