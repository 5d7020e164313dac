-- What the audit triggers would have written of each row that was added: the columns that they name, and no other.
create function pg_temp.log(of regclass, at text, made text, actor text default '''admin''', at_first text default '''{}''') returns void language plpgsql as $$
declare
  name text := (select relname from pg_class where oid = of);
  listed text[] := (select string_to_array(encode(tgargs, 'escape'), '\000') from pg_trigger where tgrelid = of and tgname = 'audit');
  unlisted text[] := (select coalesce(array_agg(attname::text), '{}') from pg_attribute
    where attrelid = of and attnum > 0 and attname <> all (listed));
begin
  execute format($sql$
    insert into app.audit_log (at, actor, actor_id, act, subject, subject_id, after)
    select %s, %s, case when %2$s = 'admin' then admin_id end, 'insert', %L, coalesce(columns ->> 'id', columns ->> 'project_id', columns ->> 'distribution_id'),
      columns - %L::text[] || %s::jsonb
    from office, %s t, lateral (select to_jsonb(t) as columns) as_json where pg_temp.made(%s)
  $sql$, at, actor, name, unlisted, at_first, of, made);
end $$;
select pg_temp.log('auth."user"', 't."createdAt"', 't.id');
select pg_temp.log('app.investor', 't.created_at', 't.id');
select pg_temp.log('app.project', 't.created_at', 't.id');
select pg_temp.log('app.inquiry', 't.received_at', 't.id');
select pg_temp.log('app.investment', 't.created_at', 't.id');
select pg_temp.log('app.payment_account', 't.created_at', 't.id');
select pg_temp.log('app.exchange_rate', 't.recorded_at', 't.id');
select pg_temp.log('app.statement_file', 't.uploaded_at', 't.id');
select pg_temp.log('app.allocation', 't.allocated_at', 't.id', $$case when t.automatic is null then 'admin' else 'worker' end$$,
  $$'{"released_at": null}'$$);
insert into app.audit_log (at, actor, actor_id, act, subject, subject_id, before, after)
select released_at, 'admin', admin_id, 'update', 'allocation', id, '{"released_at": null}',
  jsonb_build_object('released_at', released_at, 'released_by', 'changed')
from office, app.allocation where released_at is not null and pg_temp.made(id);
select pg_temp.log('app.bank_transaction_decision', 't.decided_at', 't.id');
select pg_temp.log('app.known_payer', 't.learnt_at', 't.id');
select pg_temp.log('app.ledger_entry', 't.recorded_at', 't.id');
select pg_temp.log('app.receipt', 't.issued_at', 't.id');
select pg_temp.log('app.distribution', 't.recorded_at', 't.id');
select pg_temp.log('app.distribution_sending', 't.recorded_at', 't.id');
select pg_temp.log('app.distribution_void', 't.recorded_at', 't.distribution_id');
select pg_temp.log('app.document', 't.uploaded_at', 't.id');
select pg_temp.log('app.notification', 't.sent_at', 't.id');
