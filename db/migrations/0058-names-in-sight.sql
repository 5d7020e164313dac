-- Refuses a name or title with nothing to see in it. A trigger and no constraint: names that were stored before stay as
-- they are, and their rows can still be changed.
create function app.refuse_invisible() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if app.tidy_line(to_jsonb(new) ->> tg_argv[0]) = '' then
    raise exception '%.% has nothing to see in it', tg_table_name, tg_argv[0] using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_invisible before insert or update of full_name on app.investor
  for each row execute function app.refuse_invisible('full_name');
create trigger refuse_invisible before insert or update of name on auth."user"
  for each row execute function app.refuse_invisible('name');
create trigger refuse_invisible before insert or update of name on app.project
  for each row execute function app.refuse_invisible('name');
create trigger refuse_invisible before insert or update of title on app.document
  for each row execute function app.refuse_invisible('title');
create trigger refuse_invisible before insert or update of title on app.notification
  for each row execute function app.refuse_invisible('title');
create trigger refuse_invisible before insert or update of name on app.inquiry
  for each row execute function app.refuse_invisible('name');
revoke all on function app.refuse_invisible from public;
