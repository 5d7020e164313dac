-- Lists are filled from files. A file is kept while somebody looks at what it would do; once it has been imported only its
-- hash stays, for ever, so that nothing is imported twice.
create table app.import_file (
  id uuid primary key default app.new_id(),
  list text not null check (list in ('investors', 'projects', 'investments', 'payments')),
  name text not null check (length(name) between 1 and 200),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  content text check (length(content) > 0),
  kept_at timestamptz not null default now(),
  imported_at timestamptz,
  imported_by uuid references auth."user" on delete restrict,
  rows_added integer check (rows_added > 0),
  rows_left_out integer check (rows_left_out >= 0),
  unique (list, sha256),
  constraint content_until_imported check ((content is null) = (imported_at is not null)),
  constraint counted_once_imported check (
    (imported_at is null) = (rows_added is null) and (imported_at is null) = (rows_left_out is null))
);
create index on app.import_file (imported_at desc) where imported_at is not null;

create trigger imported_for_ever before update or delete on app.import_file for each row
  when (old.imported_at is not null) execute function app.never_changes();

-- What an import adds is written under its own name, beside the account that confirmed it.
alter table app.audit_log drop constraint audit_log_actor_check, add constraint audit_log_actor_check
  check (actor in ('admin', 'investor', 'guest', 'link', 'migration', 'worker', 'command', 'import'));
alter table app.audit_log drop constraint somebody_did_it, add constraint somebody_did_it
  check (actor_id is not null or actor not in ('admin', 'investor', 'link', 'import'));
