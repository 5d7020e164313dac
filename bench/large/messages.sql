-- Notifications with a copy for each person, and emails that went out long ago: nothing here is still to be sent.
create temp table letter as
select n, pg_temp.id(14, n) as id, kind,
  case when kind = 'project' then pg_temp.id(5, n % pg_temp.size('projects') + 1) end as project_id,
  now() - pg_temp.chance(n, 5) * interval '700 days' - interval '1 hour' as sent_at
from generate_series(1, 48 + pg_temp.size('projects')) n,
  lateral (select case when n <= 24 then 'all' when n <= 48 then 'active' else 'project' end as kind) kinds;
insert into app.notification (id, title, message, notification_type, audience, project_id, sent_at)
select id, case kind when 'project' then 'Progress of your project ' || n else 'News of the company ' || n end,
  'The works go on as planned; the next report number ' || n || ' follows at the end of the quarter.',
  case kind when 'project' then 'project' else 'general' end, kind, project_id, sent_at
from letter;
analyze letter;

-- Three of four people have read what was sent to them more than a week ago.
create function pg_temp.read_at(person_n bigint, salt bigint, status text, sent_at timestamptz) returns timestamptz language sql stable as $$
  select case when status = 'active' and sent_at < now() - interval '7 days' and (person_n + salt) % 4 <> 0
    then sent_at + interval '5 hours' end
$$;
insert into app.notification_recipient (notification_id, investor_id, sent_at, read_at)
select letter.id, person.id, sent_at, pg_temp.read_at(person.n, letter.n, person.status, sent_at)
from letter join person on not archived and (kind = 'all' or kind = 'active' and person.status = 'active')
where kind <> 'project';
insert into app.notification_recipient (notification_id, investor_id, sent_at, read_at)
select letter.id, person.id, sent_at, pg_temp.read_at(person.n, letter.n, person.status, sent_at)
from letter
join (select distinct project_id, investor_id from app.investment where status in ('active', 'completed')) holder
  using (project_id)
join person on person.id = holder.investor_id and not archived;

-- The rest are letters to one person each, about the latest payments and about earlier ones again.
create temp table note as
select turn as n, pg_temp.id(15, turn) as id, person.id as investor_id, person.n as person_n, person.status,
  now() - pg_temp.chance(turn, 6) * interval '700 days' - interval '1 hour' as sent_at
from generate_series(1, greatest(0, pg_temp.size('recipients')
  - (select count(*) from app.notification_recipient where pg_temp.made(notification_id)))) turn
join person on person.n = (turn * 13 % pg_temp.size('investors')) / 50 * 50 + 1 + turn % 49;
insert into app.notification (id, title, message, notification_type, audience, investor_id, sent_at)
select id, 'Payment received', 'We received your payment LG-' || n || '. Thank you.', 'investment', 'investor', investor_id, sent_at from note;
insert into app.notification_recipient (notification_id, investor_id, sent_at, read_at)
select id, investor_id, sent_at, pg_temp.read_at(person_n, n, status, sent_at) from note;

insert into app.outbox (id, template, user_id, state, attempts, created_at, attempted_at, sent_at, sent_to, transport, last_error)
select pg_temp.id(16, n), 'invitation', user_id, case when n % 500 = 4 then 'failed' else 'sent' end, 1, sent, sent,
  case when n % 500 <> 4 then sent end, case when n % 500 <> 4 then email end,
  case when n % 500 <> 4 then 'main' end, case when n % 500 = 4 then '550 no such mailbox' end
from person, lateral (select joined_on + time '08:00' + n % 600 * interval '1 minute' as sent) times where user_id is not null;
insert into app.outbox (id, template, user_id, subject_id, state, attempts, created_at, attempted_at, sent_at, sent_to, transport)
select pg_temp.id(17, turn), 'receipt', user_id, entry_id, 'sent', 1, issued_at, issued_at, issued_at, email, 'main'
from (select entry_id, investor_id, issued_at, row_number() over (order by issued_at desc) as turn from app.receipt) latest
join person on person.id = investor_id and user_id is not null where turn <= pg_temp.size('investments');
