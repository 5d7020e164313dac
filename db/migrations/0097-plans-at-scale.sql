-- Imported plans are filled by a few statements: the lines first, then their investments once each.

-- As before, but by plan: null means all current plans.
drop function app.filled_lines(uuid[]);
create function app.filled_lines(p_plans uuid[] default null)
returns table (plan_id uuid, "position" integer, due_on date, until_cents bigint, open_cents bigint, live boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.plan_id, f.position, f.due_on, f.until_cents,
    least(f.amount_cents, greatest(0, f.until_cents - f.received_cents)), f.live
  from (
    select p.id as plan_id, l.position, l.amount_cents, i.received_cents, due.due_on,
      i.status in ('pending', 'active') and i.archived_at is null as live,
      (sum(l.amount_cents) over (partition by p.id order by due.due_on nulls last, l.position))::bigint as until_cents
    from app.payment_plan p
    join app.investment i on i.id = p.investment_id
    join app.plan_line l on l.plan_id = p.id
    left join app.milestone m on m.id = l.milestone_id
    left join app.milestone_reached r on r.id = m.reached_id
    cross join lateral (select case when l.milestone_id is null then l.due_on
      when r.id is not null then greatest(r.reached_on + l.days_after, p.agreed_on) end as due_on) due
    where p_plans is null and p.version = i.plan_version or p.id = any (p_plans)) f
$$;

-- The lines of the plan are read first: by its days the index would be read from the earliest day of all plans.
create or replace function app.next_of_plan(p_plan_id uuid, p_received bigint, out due_on date, out due_cents bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with lines as materialized (
    select l.position, l.due_on, l.until_cents, l.open_cents, l.amount_cents, l.live
    from app.plan_line l where l.plan_id = p_plan_id
  )
  select l.due_on, l.until_cents - p_received from lines l
  where l.due_on is not null and l.live and l.open_cents > 0 and l.open_cents * 200 >= l.amount_cents
  order by l.due_on, l.position limit 1
$$;

create function app.fill_lines(p_plans uuid[]) returns void language sql security definer
set search_path = pg_catalog, pg_temp as $$
  update app.plan_line l set due_on = f.due_on, until_cents = f.until_cents, open_cents = f.open_cents, live = f.live
    from app.filled_lines(p_plans) f
    where (l.plan_id, l.position) = (f.plan_id, f.position)
      and (l.due_on, l.until_cents, l.open_cents, l.live) is distinct from (f.due_on, f.until_cents, f.open_cents, f.live)
$$;

-- The callers have locked the investments in the order of their ids.
create or replace function app.refill_plans(p_investments uuid[]) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  perform app.fill_lines(array(select p.id from app.investment i
    join app.payment_plan p on p.investment_id = i.id and p.version = i.plan_version where i.id = any (p_investments)));
  update app.investment i set next_payment_on = n.due_on, next_payment_cents = n.due_cents
    from app.investment o join app.payment_plan p on p.investment_id = o.id and p.version = o.plan_version
    cross join lateral app.next_of_plan(p.id, o.received_cents) n
    where o.id = any (p_investments) and i.id = o.id
      and (i.next_payment_on, i.next_payment_cents) is distinct from (n.due_on, n.due_cents);
end $$;

-- The lines of a plan are written by one statement and are its amount exactly. They are filled before the plan becomes
-- current, so that its investment changes once; follow_plan takes the next payment from them.
create or replace function app.follow_plan_lines() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  plans uuid[];
  investments uuid[];
begin
  select array_agg(w.plan_id), array_agg(distinct w.investment_id) into plans, investments
    from (select distinct plan_id, investment_id from written) w;
  if exists (select from app.payment_plan p where p.id = any (plans)
      and p.amount_cents <> (select sum(l.amount_cents) from app.plan_line l where l.plan_id = p.id)) then
    raise exception 'the lines of a plan are its amount exactly' using errcode = 'check_violation';
  end if;
  perform from app.investment where id = any (investments) order by id for no key update;
  update app.plan_line l set live = false from app.payment_plan p
    where p.investment_id = any (investments) and l.plan_id = p.id and l.live;
  delete from app.agreed_payment where investment_id = any (investments);
  perform app.fill_lines(plans);
  update app.investment i set plan_version = (select max(p.version) from app.payment_plan p where p.investment_id = i.id)
    where i.id = any (investments);
  return null;
end $$;
revoke all on function app.filled_lines, app.fill_lines from public;
