-- Since when the file of a picture is known not to be in the store: noted once, when somebody asked for it, so that the
-- office is told.
alter table app.picture_file add column missed_at timestamptz;
create index on app.picture_file (missed_at) where missed_at is not null;

create function app.note_missed_picture(p_key text) returns void language sql
security definer set search_path = pg_catalog, pg_temp as $$
  update app.picture_file set missed_at = now() where storage_key = p_key and missed_at is null
$$;
revoke all on function app.note_missed_picture from public;
