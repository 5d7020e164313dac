-- The mark of the audit log also says how far every row had been sealed, and seals of which nothing is left are missed by it
-- (docs/decisions/014). What was sealed is told to the worker, whose log carries the hash away from this server.
alter table app.audit_mark add column sealed_through bigint not null default 0;

-- The rows that were under a seal once and are under none now.
create function app.unsealed_again() returns table (row_count bigint, first_id bigint, last_id bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*), min(a.id), max(a.id) from app.audit_log a
  where a.id > coalesce((select max(s.last_id) from app.audit_seal s), 0)
    and a.id <= (select m.sealed_through from app.audit_mark m)
$$;

-- Seals the next batch of what nobody can add to any more, and marks how far the log goes now. Answers with the seal that was
-- made, if one was, and whether there is more. Where seals are gone, none is made in their place: that would hide it.
drop function app.seal_audit_log();
create function app.seal_audit_log() returns table (number integer, row_count integer, hash text, is_more boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  most constant integer := 5000;
  latest bigint;
  mark app.audit_mark;
  former app.audit_seal;
  made app.audit_seal;
  missed record;
  found_rows integer;
  reached bigint;
begin
  -- The id of this transaction is drawn after `latest` is read, and only then bounds the transactions that were at work.
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'the log is sealed in a transaction of its own' using errcode = 'active_sql_transaction';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('msingi audit seal')) then return; end if;
  select * into missed from app.unsealed_again() again;
  if missed.row_count > 0 then
    raise exception 'seals of the audit log were taken away: rows % to % had been sealed', missed.first_id, missed.last_id
      using errcode = 'data_corrupted';
  end if;
  select case when is_called then last_value else 0 end into latest from app.audit_log_id_seq;
  select * into mark from app.audit_mark;
  select * into former from app.audit_seal s order by s.number desc limit 1;
  if mark.marked_in < pg_snapshot_xmin(pg_current_snapshot())::text::bigint then
    select count(*), max(id) into found_rows, reached from (
      select id from app.audit_log where id > coalesce(former.last_id, 0) and id <= mark.last_id order by id limit most) next;
    if found_rows > 0 then
      if found_rows < most then reached := mark.last_id; end if;
      insert into app.audit_seal (number, first_id, last_id, row_count, previous_hash, hash)
        select coalesce(former.number, 0) + 1, coalesce(former.last_id, 0) + 1, reached, batch.row_count,
          coalesce(former.hash, ''), batch.hash
        from app.audit_batch(coalesce(former.number, 0) + 1, coalesce(former.last_id, 0) + 1, reached,
          coalesce(former.hash, '')) batch
        returning * into made;
      if found_rows = most then
        update app.audit_mark set sealed_through = reached;
        return query select made.number, made.row_count, made.hash, true;
        return;
      end if;
    end if;
    mark.sealed_through := mark.last_id;
  -- A mark of this server is of a transaction that has ended; another's came with a copy of the database.
  elsif mark.marked_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
    return;
  end if;
  insert into app.audit_mark (last_id, marked_in, sealed_through)
    values (latest, pg_current_xact_id()::text::bigint, coalesce(mark.sealed_through, 0))
    on conflict (only_one) do update set last_id = excluded.last_id, marked_in = excluded.marked_in,
      sealed_through = excluded.sealed_through;
  if made.number is not null then return query select made.number, made.row_count, made.hash, false; end if;
end $$;
revoke all on function app.seal_audit_log, app.unsealed_again from public;
grant execute on function app.seal_audit_log to msingi_system;
