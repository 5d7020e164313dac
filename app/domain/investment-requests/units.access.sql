-- Investors see the units that they own or requested; which others are free is answered by the functions below.
grant select, insert, delete on app.project_unit to msingi_admin;
grant update (name, price_cents, archived_at) on app.project_unit to msingi_admin;
grant select on app.project_unit to msingi_system, msingi_investor;
create policy named_by_me on app.project_unit for select to msingi_investor using (
  id = any (array(
    select i.unit_id from app.investment i where i.investor_id = (select app.me()) and i.unit_id is not null
    union all
    select r.unit_id from app.investment_request r where r.investor_id = (select app.me()) and r.unit_id is not null
    union all
    select d.unit_id from app.request_draft d where d.investor_id = (select app.me()) and d.unit_id is not null)));

-- A guest sees the unit that they chose; staff who read inquiries see which one it is.
grant select (id, project_id, name, share_bp) on app.project_unit to msingi_guest, msingi_support;
create policy chosen_by_guest on app.project_unit for select to msingi_guest
  using (id = any (array(select e.unit_id from app.expression_of_interest e where e.unit_id is not null)));

-- What someone owns, in words: a unit's name, or a share such as 12.5%.
create or replace function app.owned_text(p_unit uuid, p_share_bp integer) returns text language sql stable
set search_path = pg_catalog, pg_temp as $$
  select case when p_unit is not null then (select u.name from app.project_unit u where u.id = p_unit)
    else trim_scale(p_share_bp / 100.0)::text || '%' end
$$;
revoke all on function app.owned_text from public;
grant execute on function app.owned_text to msingi_admin, msingi_system, msingi_investor;
grant execute on function app.unit_is_held, app.share_held to msingi_admin;

-- The free units of a published project and the shares that still fit into 100%, within what the project still offers.
-- Who owns the others is not public.
create or replace function app.free_units(p_project uuid)
returns table (id uuid, name text, share_bp integer, price_cents bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name, u.share_bp, u.price_cents
  from app.project p
  cross join app.offer_of(p.id) o
  join app.project_unit u on u.project_id = p.id and u.archived_at is null
  where p.id = p_project and p.published and p.archived_at is null and p.status <> 'completed'
    and coalesce(u.price_cents <= o.left_cents, true)
    and case when u.share_bp is null then not app.unit_is_held(u.id, null, null, null)
      else u.share_bp + app.share_held(p.id, null, null, null) <= 10000 end
$$;
revoke all on function app.free_units from public;
grant execute on function app.free_units to msingi_guest, msingi_investor, msingi_admin, msingi_support;

call app.staff_writes('app.project_unit', 'projects');
