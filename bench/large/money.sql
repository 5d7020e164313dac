-- Projects, investments and their ledgers. What was received and each standing follow from the entries, as the trigger
-- on the ledger would have made them.
insert into app.project (id, slug, name, location, description, status, total_value_cents, progress_percent, started_on,
  annual_return_bp, created_at)
select pg_temp.id(5, n), 'large-' || n,
  (array['Acacia', 'Baobab', 'Coral', 'Dune', 'Ebony', 'Fig', 'Garden', 'Harbour', 'Indigo', 'Jasmine'])[1 + n % 10] || ' ' ||
    (array['Heights', 'Lofts', 'Villas', 'Plaza', 'Court', 'Terraces', 'Park'])[1 + n % 7] || ' ' || n,
  (array['Nairobi', 'Mombasa', 'Mogadishu', 'Kampala', 'Kigali'])[1 + n % 5], 'One of many.',
  (array['planned', 'ongoing', 'ongoing', 'completed'])[1 + n % 4], 1000000000 + n * 1000000, n % 101,
  current_date - 2000, 800 + n % 700, now() - interval '2000 days'
from generate_series(1, pg_temp.size('projects')) n;

-- Every person has three, but a hundred have the last ones as well: twenty each.
create temp table plan as
with holder as (
  select n, 1 + case when n <= pg_temp.size('investments') - 1700 then (n - 1) % pg_temp.size('investors')
    else (n - 1) % 100 end as person_n
  from generate_series(1, pg_temp.size('investments')) n
), standing as (
  select n, person_n,
    1 + floor(pg_temp.size('projects') * power(pg_temp.chance(n, 3), 1.5))::integer as project_n,
    case when person_n % 50 = 0 then 'completed'
      when n * 31 % 100 < 5 then 'pending' when n * 31 % 100 < 60 then 'active'
      when n * 31 % 100 < 95 then 'completed' else 'cancelled' end as status,
    (10 + n * 37 % 490) * 10000 as amount
  from holder
), counted as (
  select *, row_number() over (partition by status = 'pending' order by n) as turn,
    count(*) over (partition by status = 'pending') as turns
  from standing
)
select counted.*, pg_temp.id(6, n) as id,
  case when status = 'pending' then 0 else (turn - 1) * pg_temp.size('payments') / turns end as paid_before,
  case when status = 'pending' then 0
    else turn * pg_temp.size('payments') / turns - (turn - 1) * pg_temp.size('payments') / turns end as paid_times,
  current_date - case when status = 'pending' then n % 60 else 120 + n * 13 % 1700 end::integer as invested_on
from counted;
analyze plan;

-- Where investors pay, and the rate of each month.
insert into app.payment_account (id, kind, name, number, currency, statement_profile, details_changed_at, created_at)
select pg_temp.id(17, n), kind, name, number, currency, profile, now() - interval '1900 days', now() - interval '1900 days'
from (values (1, 'paybill', 'Investors paybill', '990001', 'KES', 'mpesa-a'), (2, 'bank', 'Transfers', '0990000002', 'USD', 'equity'),
  (3, 'bank', 'Cheques', '0990000003', 'USD', 'kcb')) account (n, kind, name, number, currency, profile);
insert into app.exchange_rate (id, currency, rate, dated_on, source, recorded_by, recorded_at)
select pg_temp.id(23, row_number() over ()), 'KES', 125 + extract(month from day), day, 'company', admin_id, day + time '08:00'
from office, generate_series(date_trunc('month', current_date - 1900), current_date, interval '1 month') day;

-- Completed ones were paid in so many parts; the others have some left. One of eight active ones paid in the last month,
-- and what was paid yesterday is recorded today.
insert into app.ledger_entry (id, investment_id, kind, amount_cents, dated_on, method, reference, recorded_by, recorded_at,
  paid_minor, paid_currency, rate, rate_source, rate_on, payment_account_id)
select pg_temp.id(7, paid_before + i), plan.id, 'payment', cents, paid_on, method,
  case method when 'mobile-money' then pg_temp.mpesa_code(paid_on, paid_before + i) else 'LG-' || paid_before + i end, admin_id,
  case when paid_on = current_date - 1 then now() - (n % 480) * interval '1 minute'
    else paid_on + time '09:00' + (n % 480) * interval '1 minute' end + i * interval '1 second',
  round(cents * rate), currency, rate, case when rate is not null then 'company' end, rate_on,
  pg_temp.id(17, case method when 'mobile-money' then 1 when 'bank-transfer' then 2 when 'cheque' then 3 end)
from office, plan, generate_series(1, paid_times) i,
  lateral (select case when status = 'active' and i = paid_times and n % 8 = 3 then current_date - 1 - (n / 8 % 30)::integer
    else invested_on + (i * (current_date - invested_on) / (paid_times + 1))::integer end as paid_on,
    (array['bank-transfer', 'mobile-money', 'card', 'cash', 'cheque'])[1 + (n + i) % 5] as method,
    case when status = 'completed' and i = paid_times then amount - (paid_times - 1) * (amount / paid_times)
      when status = 'completed' then amount / paid_times else amount / (paid_times + 1 + n % 5) end as cents) paid
  left join (select currency, rate, dated_on as rate_on from app.exchange_rate where pg_temp.made(id)) monthly
    on method = 'mobile-money' and rate_on = date_trunc('month', paid_on)::date;

-- One of forty active ones lost its last payment again; of cancelled ones all or half was paid back.
insert into app.ledger_entry (id, investment_id, kind, amount_cents, dated_on, voids_id, reason, recorded_by, recorded_at)
select pg_temp.id(8, n), plan.id, 'void', -entry.amount_cents, entry.dated_on, entry.id, 'Entered twice', admin_id,
  entry.recorded_at + interval '1 hour'
from office, plan join app.ledger_entry entry on entry.id = pg_temp.id(7, paid_before + paid_times)
where status = 'active' and n % 40 = 9 and paid_times > 1;
insert into app.ledger_entry (id, investment_id, kind, amount_cents, dated_on, reason, recorded_by, recorded_at)
select pg_temp.id(9, n), plan.id, 'refund', -paid.cents / (1 + n % 2), current_date - 5, 'Cancelled', admin_id, now() - interval '5 days'
from office, plan
join (select investment_id, sum(amount_cents)::bigint as cents from app.ledger_entry group by 1) paid on paid.investment_id = plan.id
where status = 'cancelled';
analyze app.ledger_entry;

create temp table received as
select investment_id, sum(amount_cents)::bigint as cents, count(*)::integer as entries from app.ledger_entry
where pg_temp.made(investment_id) group by 1;
analyze received;
