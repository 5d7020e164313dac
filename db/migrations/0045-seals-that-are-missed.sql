-- The mark of the audit log also keeps the hash of the last seal, and one that was taken away or made anew is missed by it
-- (docs/decisions/014). What was sealed is told to the worker, whose log carries the hash away from this server.
alter table app.audit_mark add column sealed_hash text not null default '' check (sealed_hash ~ '^([0-9a-f]{64})?$');
update app.audit_mark set sealed_hash = coalesce((select s.hash from app.audit_seal s order by s.number desc limit 1), '');

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
  found_rows integer;
  reached bigint;
begin
  -- The id of this transaction is drawn after `latest` is read, and only then bounds the transactions that were at work.
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'the log is sealed in a transaction of its own' using errcode = 'active_sql_transaction';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('msingi audit seal')) then return; end if;
  select case when is_called then last_value else 0 end into latest from app.audit_log_id_seq;
  select m.only_one, m.last_id, m.marked_in, m.sealed_hash into mark from app.audit_mark m;
  select s.number, s.first_id, s.last_id, s.row_count, s.previous_hash, s.hash, s.sealed_at into former
    from app.audit_seal s order by s.number desc limit 1;
  if mark.sealed_hash <> coalesce(former.hash, '') then
    raise exception 'the last seal of the audit log was %, and is not there any more', mark.sealed_hash
      using errcode = 'data_corrupted', hint = 'docs/operations.md, What verify says';
  end if;
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
        returning audit_seal.number, first_id, last_id, audit_seal.row_count, previous_hash, audit_seal.hash, sealed_at
        into made;
      if found_rows = most then
        update app.audit_mark set sealed_hash = made.hash;
        return query select made.number, made.row_count, made.hash, true;
        return;
      end if;
    end if;
  -- A mark of this server is of a transaction that has ended; another's came with a copy of the database.
  elsif mark.marked_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
    return;
  end if;
  insert into app.audit_mark (last_id, marked_in, sealed_hash)
    values (latest, pg_current_xact_id()::text::bigint, coalesce(made.hash, former.hash, ''))
    on conflict (only_one) do update set last_id = excluded.last_id, marked_in = excluded.marked_in,
      sealed_hash = excluded.sealed_hash;
  if made.number is not null then return query select made.number, made.row_count, made.hash, false; end if;
end $$;
revoke all on function app.seal_audit_log from public;
grant execute on function app.seal_audit_log to msingi_system;
