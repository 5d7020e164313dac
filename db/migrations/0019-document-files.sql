-- A document may be changed by two admins at once, and its file replaced: every earlier file is kept, with who uploaded
-- it and when.
alter table app.document add version integer not null default 1;
alter table app.document add file_number integer not null default 1 check (file_number > 0);

create table app.earlier_file (
  document_id uuid not null references app.document on delete restrict,
  number integer not null check (number > 0),
  file_id uuid not null unique references app.stored_file on delete restrict,
  uploaded_by uuid references auth."user" on delete restrict,
  uploaded_at timestamptz not null,
  primary key (document_id, number)
);
create trigger never_changes before update or delete on app.earlier_file for each row
  execute function app.never_changes();

-- No file is lost by an update: whoever replaces one keeps it first, and counts on.
create function app.keep_replaced_file() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if new.file_number <> old.file_number + 1 or not exists (
    select from app.earlier_file e
    where (e.document_id, e.number, e.file_id) = (old.id, old.file_number, old.file_id)
  ) then
    raise exception 'a replaced file is kept as an earlier one' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_replaced_file before update on app.document for each row
  when (new.file_id <> old.file_id or new.file_number <> old.file_number)
  execute function app.keep_replaced_file();

drop trigger audit on app.document;
create trigger audit after insert or update or delete on app.document for each row
  execute function app.audit('id', 'title', 'description', 'document_type', 'project_id', 'investor_id', 'file_id',
    'file_number', 'status');

-- A small picture of a file's first page, made by the worker; without a key nothing can be shown of this file.
create table app.file_preview (
  file_id uuid primary key references app.stored_file on delete cascade,
  storage_key text unique,
  byte_size bigint check (byte_size > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  width integer check (width > 0),
  height integer check (height > 0),
  made_at timestamptz not null default now(),
  check (num_nulls(storage_key, byte_size, sha256, width, height) in (0, 5))
);

-- A file goes with the document it belonged to, when that is deleted and not archived; it still never changes.
drop trigger never_changes on app.stored_file;
create trigger never_changes before update on app.stored_file for each row execute function app.never_changes();

-- Pages of the list, of one type or all, and its counts come from an index alone; its search from these words.
drop index app.document_uploaded_at_id_idx;
create index on app.document (status, uploaded_at desc, id desc);
create index on app.document (status, document_type, uploaded_at desc, id desc);
create index on app.document using gin (title app.gin_trgm_ops);
create index on app.document using gin (description app.gin_trgm_ops);
