-- The address an account had: it is told when an administrator changed it (decisions §2). The outbox keeps ids only, so
-- it names a row of this table, which the database writes by itself, whoever changed the address, as it does the log.
create table auth.former_address (
  id uuid primary key default app.new_id(),
  user_id uuid not null references auth."user" on delete cascade,
  email text not null,
  replaced_at timestamptz not null default now()
);
create index on auth.former_address (user_id, id desc);

create function app.keep_former_address() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  insert into auth.former_address (user_id, email) values (old.id, old.email);
  return null;
end $$;
create trigger keep_former_address after update of email on auth."user" for each row
  when (old.email is distinct from new.email) execute function app.keep_former_address();

-- Whose account the asked-for mail is about; null for an address that nobody has, and when the worker has answered. Not
-- a foreign key: checking it would take its time for known addresses only. Accounts are never deleted.
alter table auth.mail_request add user_id uuid;

-- Whether the mails of the last minutes could be delivered.
create index on app.outbox (attempted_at);
