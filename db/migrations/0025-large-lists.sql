-- The money of each month is kept too: adding up a year of a large ledger took most of a second. What is voided is taken
-- back from the month it was entered for.
alter table app.tally drop constraint tally_subject_check, add constraint tally_subject_check
  check (subject in ('investment', 'investing', 'investor', 'account', 'mail', 'month'));

create function app.tally_entry() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  meant app.ledger_entry := new;
begin
  if new.kind = 'void' then select * into strict meant from app.ledger_entry where id = new.voids_id; end if;
  perform app.add_to_tally('month',
    to_char(meant.dated_on, 'YYYY-MM') || case meant.kind when 'payment' then ' payment' else ' correction' end,
    case new.kind when 'void' then -1 else 1 end, new.amount_cents);
  return null;
end $$;
create trigger tally after insert on app.ledger_entry for each row execute function app.tally_entry();

create or replace function app.counted() returns table (subject text, kind text, count bigint, amount_cents bigint, received_cents bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'investment', app.kind_of_investment(i), count(*), sum(i.amount_cents)::bigint, sum(i.received_cents)::bigint
    from app.investment i group by 2
  union all select 'investing', 'all', count(distinct investor_id), 0, 0 from app.investment where status <> 'cancelled'
  union all select 'investor', coalesce(u.status, i.own_status) || case when i.archived_at is null then '' else ' archived' end,
      count(*), 0, 0
    from app.investor i left join auth."user" u on u.id = i.user_id group by 2
  union all select 'account', u.role || ' ' || u.status || ' ' || marked.mark, count(*), 0, 0
    from auth."user" u cross join lateral (values ('all', true), ('never', u.last_signed_in_at is null),
      ('unverified', not u."emailVerified"), ('refused', u.refused_mail_at is not null)) marked (mark, holds)
    where marked.holds group by 2
  union all select 'mail', template || ' ' || state, count(*), 0, 0 from app.outbox group by 2
  union all select 'month', to_char(e.dated_on, 'YYYY-MM') || case e.kind when 'payment' then ' payment' else ' correction' end,
      count(*), sum(e.amount_cents)::bigint, 0
    from app.ledger_entry e
    where e.kind <> 'void' and not exists (select from app.ledger_entry v where v.voids_id = e.id) group by 2
$$;
select app.recount();

-- A page is found where its order is, however few rows a filter leaves.
drop index app.investment_created_at_idx;
create index on app.investment (created_at desc, id desc);
create index on app.notification (notification_type, sent_at desc, id desc);
create index on auth."user" (name) where role = 'admin';
create index on app.audit_log (subject, act);
