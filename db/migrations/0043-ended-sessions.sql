-- Whoever ends a session, and by whatever way, tells the pages that this account has open: they look whether they may go on.
create function app.tell_of_ended_sessions() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('msingi', 'account:' || people.id) from (select distinct "userId" as id from ended) as people;
  return null;
end $$;
revoke all on function app.tell_of_ended_sessions from public;
create trigger tell_of_ended_sessions after delete on auth.session referencing old table as ended
  for each statement execute function app.tell_of_ended_sessions();
