-- What the audit triggers would have written of each row that was added: the columns that they name, and no other.
create function pg_temp.log(of regclass, at text, made text) returns void language plpgsql as $$
declare
  name text := (select relname from pg_class where oid = of);
  listed text[] := (select string_to_array(encode(tgargs, 'escape'), '\000') from pg_trigger where tgrelid = of and tgname = 'audit');
  unlisted text[] := (select coalesce(array_agg(attname::text), '{}') from pg_attribute
    where attrelid = of and attnum > 0 and attname <> all (listed));
begin
  execute format($sql$
    insert into app.audit_log (at, actor, actor_id, act, subject, subject_id, after)
    select %s, 'admin', admin_id, 'insert', %L, coalesce(columns ->> 'id', columns ->> 'project_id', columns ->> 'distribution_id'),
      columns - %L::text[]
    from office, %s t, lateral (select to_jsonb(t) as columns) as_json where pg_temp.made(%s)
  $sql$, at, name, unlisted, of, made);
end $$;
select pg_temp.log('auth."user"', 't."createdAt"', 't.id');
select pg_temp.log('app.investor', 't.created_at', 't.id');
select pg_temp.log('app.project', 't.created_at', 't.id');
select pg_temp.log('app.inquiry', 't.received_at', 't.id');
select pg_temp.log('app.investment', 't.created_at', 't.id');
select pg_temp.log('app.ledger_entry', 't.recorded_at', 't.id');
select pg_temp.log('app.receipt', 't.issued_at', 't.id');
select pg_temp.log('app.distribution', 't.recorded_at', 't.id');
select pg_temp.log('app.distribution_void', 't.recorded_at', 't.distribution_id');
select pg_temp.log('app.document', 't.uploaded_at', 't.id');
select pg_temp.log('app.notification', 't.sent_at', 't.id');
