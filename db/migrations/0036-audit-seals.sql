-- The audit log is sealed: every batch of rows gets a hash over itself and the seal before it, so that a row that was taken
-- out or altered afterwards, by whoever may switch triggers off, is found (docs/decisions/014). The worker does it; the
-- triggers that write the log do no hashing.
create table app.audit_seal (
  number integer primary key check (number > 0),
  -- All rows of the log between these two belong to it, and no others ever will.
  first_id bigint not null unique,
  last_id bigint not null unique check (last_id >= first_id),
  row_count integer not null check (row_count > 0),
  -- Empty for the first.
  previous_hash text not null check (previous_hash ~ '^([0-9a-f]{64})?$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz not null default now()
);
create trigger never_changes before update or delete on app.audit_seal for each row execute function app.never_changes();

-- How far the log had been written when somebody last looked, and in which transaction: once all that were older than that
-- one have ended, no row will come below `last_id` any more.
create table app.audit_mark (
  only_one boolean primary key default true check (only_one),
  last_id bigint not null,
  marked_in bigint not null
);

-- What is hashed of a row: a JSON array of its columns. Columns that are added later are not part of it.
create function app.audit_row_text(r app.audit_log) returns text language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_array(r.id, to_char(r.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), r.actor, r.actor_id,
    r.client_address, r.act, r.subject, r.subject_id, r.before, r.after)::text
$$;

-- The rows between two ids, and the hash of a seal over them: SHA-256 of a first line about the seal and one line for each row.
create function app.audit_batch(p_number integer, p_first bigint, p_last bigint, p_previous text)
returns table (row_count integer, hash text) language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer, encode(sha256(convert_to(
      jsonb_build_array(p_number, p_first, p_last, count(*), p_previous)::text || E'\n'
        || coalesce(string_agg(app.audit_row_text(a), E'\n' order by a.id), ''), 'UTF8')), 'hex')
  from app.audit_log a where a.id between p_first and p_last
$$;

-- Seals the next batch of what nobody can add to any more, and marks how far the log goes now; true when there is more.
create function app.seal_audit_log() returns boolean language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  most constant integer := 5000;
  latest bigint;
  mark app.audit_mark;
  former app.audit_seal;
  found_rows integer;
  reached bigint;
begin
  -- The id of this transaction is drawn after `latest` is read, and only then bounds the transactions that were at work.
  if pg_current_xact_id_if_assigned() is not null then
    raise exception 'the log is sealed in a transaction of its own' using errcode = 'active_sql_transaction';
  end if;
  if not pg_try_advisory_xact_lock(hashtext('msingi audit seal')) then return false; end if;
  select case when is_called then last_value else 0 end into latest from app.audit_log_id_seq;
  select * into mark from app.audit_mark;
  select * into former from app.audit_seal order by number desc limit 1;
  if mark.marked_in < pg_snapshot_xmin(pg_current_snapshot())::text::bigint then
    select count(*), max(id) into found_rows, reached from (
      select id from app.audit_log where id > coalesce(former.last_id, 0) and id <= mark.last_id order by id limit most) next;
    if found_rows > 0 then
      if found_rows < most then reached := mark.last_id; end if;
      insert into app.audit_seal (number, first_id, last_id, row_count, previous_hash, hash)
        select coalesce(former.number, 0) + 1, coalesce(former.last_id, 0) + 1, reached, batch.row_count,
          coalesce(former.hash, ''), batch.hash
        from app.audit_batch(coalesce(former.number, 0) + 1, coalesce(former.last_id, 0) + 1, reached,
          coalesce(former.hash, '')) batch;
      if found_rows = most then return true; end if;
    end if;
  -- A mark of this server is of a transaction that has ended; another's came with a copy of the database.
  elsif mark.marked_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint then
    return false;
  end if;
  insert into app.audit_mark (last_id, marked_in) values (latest, pg_current_xact_id()::text::bigint)
    on conflict (only_one) do update set last_id = excluded.last_id, marked_in = excluded.marked_in;
  return false;
end $$;
revoke all on function app.audit_row_text, app.audit_batch, app.seal_audit_log from public;
grant execute on function app.seal_audit_log to msingi_system;

-- A row's number is drawn by a transaction that has one itself, as it has in the trigger: so a mark bounds this one too.
create or replace function app.audit_act(p_act text, p_subject text, p_subject_id text, p_facts jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select pg_current_xact_id();
  insert into app.audit_log (actor, actor_id, client_address, act, subject, subject_id, after)
  values (
    coalesce(nullif(current_setting('app.actor', true), ''), 'nobody'),
    nullif(current_setting('app.user_id', true), '')::uuid,
    nullif(current_setting('app.client_address', true), ''),
    p_act, p_subject, p_subject_id, p_facts)
$$;

-- The copies of a picture are checked by their bytes, like every other file; of those made before only the size is known.
alter table app.picture_file add column sha256 text check (sha256 ~ '^[0-9a-f]{64}$');
