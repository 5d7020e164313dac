-- The widths that a picture is stored in stand on it, as its files come and go: every page that shows pictures asks for them,
-- and looking for the files of each, under the policies of what they belong to, was the dearest part of that question.
alter table app.picture add column webp_widths integer[] not null default '{}',
  add column avif_widths integer[] not null default '{}';

create function app.widths_of(p_picture uuid, p_format text) returns integer[] language sql stable
set search_path = pg_catalog, pg_temp as $$
  select array(select f.width from app.picture_file f where f.picture_id = p_picture and f.format = p_format order by f.width)
$$;
revoke all on function app.widths_of from public;

update app.picture set webp_widths = app.widths_of(id, 'webp'), avif_widths = app.widths_of(id, 'avif');

create function app.keep_widths() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and new.picture_id <> old.picture_id then
    raise exception 'a file stays with its picture' using errcode = 'restrict_violation';
  end if;
  update app.picture set webp_widths = app.widths_of(id, 'webp'), avif_widths = app.widths_of(id, 'avif')
    where id = coalesce(new.picture_id, old.picture_id);
  return null;
end $$;
revoke all on function app.keep_widths from public;
create trigger keep_widths after insert or update or delete on app.picture_file
  for each row execute function app.keep_widths();
