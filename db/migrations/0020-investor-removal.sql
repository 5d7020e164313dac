-- Investors are edited, archived and, without a history, deleted. What must hold whatever the program does.

-- Whoever saves an edit says which version it began with: every change moves it.
create trigger move_version before update on app.investor for each row execute function app.move_version();

-- An active investment is cancelled or completed first.
create function app.refuse_archiving_active_investor() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from app.investment where investor_id = old.id and status = 'active') then
    raise exception 'an investor with an active investment is not archived' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refuse_archiving before update of archived_at on app.investor
  for each row when (old.archived_at is null and new.archived_at is not null)
  execute function app.refuse_archiving_active_investor();

-- Who has no history may still have messages to everybody: a copy is nothing without its person.
alter table app.notification_recipient drop constraint notification_recipient_investor_id_fkey,
  add foreign key (investor_id) references app.investor on delete cascade;

-- The list by name and by joining day, and its search by telephone number.
create index on app.investor (full_name, id) where archived_at is null;
create index on app.investor (joined_on desc, id desc) where archived_at is null;
create index on app.investor using gin (phone app.gin_trgm_ops);
-- The question before somebody is removed counts what was filed for them and written to them.
create index on app.notification (investor_id) where investor_id is not null;
create index on app.document (investor_id) where investor_id is not null;
