-- A plan of ten monthly lines for every investment. Paid lines lie before the next one, which is overdue by up to 150 days
-- for six in a hundred; the last line of one in ten waits for the handover of its project.
insert into app.milestone (id, project_id, position, name)
select pg_temp.id(40, n), pg_temp.id(5, n), 1, 'Handover' from generate_series(1, pg_temp.size('projects')) n;

create temp table drawn as
select plan.id, pg_temp.id(41, n) as plan_id, pg_temp.id(40, project_n) as milestone_id, person_n, project_n, n, amount,
  coalesce(cents, 0) as received, status, invested_on,
  case when status = 'completed' and n % 60 = 1 then now() end as archived_at,
  case when status = 'completed' then invested_on
    when pg_temp.chance(n, 9) < 0.06 then current_date - (n * 7 % 150)::integer else current_date + (n * 11 % 90)::integer end as next_on,
  case when status = 'completed' then 0 else coalesce(cents, 0) * 10 / amount end as paid_lines, entries
from plan left join received on received.investment_id = plan.id;
analyze drawn;
insert into app.payment_plan (id, investment_id, version, amount_cents, agreed_on, created_by, created_at)
select plan_id, id, 1, amount, invested_on, admin_id, invested_on + time '10:00' from office, drawn;
insert into app.plan_line (plan_id, position, investment_id, investor_id, project_id, label, amount_cents, milestone_id, days_after, due_on,
  until_cents, open_cents, live)
select plan_id, p, id, pg_temp.id(1, person_n), pg_temp.id(5, project_n), 'Instalment ' || p, amount / 10,
  case when p = 10 and n % 10 = 3 then milestone_id end, case when p = 10 and n % 10 = 3 then 14 end,
  case when p = 10 and n % 10 = 3 then null
    else greatest(invested_on, (next_on + (p - 1 - paid_lines) * interval '1 month')::date) end,
  amount / 10 * p, least(amount / 10, greatest(0, amount / 10 * p - received)),
  status in ('pending', 'active') and archived_at is null
from drawn, generate_series(1, 10) p;
create temp table next_line as
select distinct on (investment_id) investment_id, due_on, until_cents from app.plan_line
where live and due_on is not null and open_cents > 0 and open_cents * 200 >= amount_cents and pg_temp.made(investment_id)
order by investment_id, due_on, position;
analyze next_line;

insert into app.investment (id, investor_id, project_id, amount_cents, received_cents, status, invested_on, next_payment_on,
  next_payment_cents, cancelled_on, archived_at, plan_version, version, created_at)
select id, pg_temp.id(1, person_n), pg_temp.id(5, project_n), amount, received, status, invested_on, due_on,
  until_cents - received, case when status = 'cancelled' then current_date - 5 end, archived_at, 1,
  1 + coalesce(entries, 0), invested_on + time '10:00'
from drawn left join next_line on next_line.investment_id = drawn.id;
-- An odd factor gives each number below 32^5 one of its own; the few that the small demo has taken are drawn again.
insert into app.payment_reference (code, investment_id)
select 'M' || five || app.reference_check_character(five), id
from (select id, string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + ((scattered >> (5 * place)) & 31), 1), '' order by place) as five
      from (select id, (n::bigint * 12345677 % 33554432)::integer as scattered from plan) numbered, generate_series(0, 4) place
      group by id) coded
on conflict (code) do nothing;
select app.add_payment_reference(id) from plan
where not exists (select from app.payment_reference where investment_id = plan.id);
analyze app.investment, app.project, app.payment_reference;
