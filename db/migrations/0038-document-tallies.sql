-- Documents and notifications are counted as they come and go, like the other long lists (0024): the office shows how many
-- there are of each type on every visit, and reading all of them for that grows with the company.
alter table app.tally drop constraint tally_subject_check, add constraint tally_subject_check
  check (subject in ('investment', 'investing', 'investor', 'account', 'mail', 'month', 'document', 'notification'));

create function app.tally_document() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform app.add_to_tally('document', old.document_type || ' ' || old.status, -1); end if;
  if tg_op <> 'DELETE' then perform app.add_to_tally('document', new.document_type || ' ' || new.status, 1); end if;
  return null;
end $$;
create trigger tally after insert or delete on app.document for each row execute function app.tally_document();
create trigger tally_change after update on app.document for each row
  when ((old.document_type, old.status) is distinct from (new.document_type, new.status))
  execute function app.tally_document();

create function app.tally_notification() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op <> 'INSERT' then perform app.add_to_tally('notification', old.notification_type, -1); end if;
  if tg_op <> 'DELETE' then perform app.add_to_tally('notification', new.notification_type, 1); end if;
  return null;
end $$;
create trigger tally after insert or delete on app.notification for each row execute function app.tally_notification();
create trigger tally_change after update on app.notification for each row
  when (old.notification_type is distinct from new.notification_type) execute function app.tally_notification();

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
  union all select 'document', document_type || ' ' || status, count(*), 0, 0 from app.document group by 2
  union all select 'notification', notification_type, count(*), 0, 0 from app.notification group by 2
$$;
insert into app.tally (subject, kind, count, amount_cents, received_cents)
  select subject, kind, count, amount_cents, received_cents from app.counted() where subject in ('document', 'notification');
