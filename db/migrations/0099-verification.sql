-- What proves a project: its title deed, approvals and the like, each with its audience. A removed item stays for the audit.
create table app.verification_item (
  id uuid primary key default app.new_id(),
  project_id uuid not null references app.project on delete restrict,
  kind text not null check (kind in ('title-deed', 'title-search', 'nca', 'nema', 'county', 'company', 'valuation',
    'insurance', 'other')),
  title text check (length(title) between 1 and 120),
  reference text check (length(reference) between 1 and 120),
  issuer text check (length(issuer) between 1 and 120),
  issued_on date check (issued_on >= '1900-01-01'),
  expires_on date check (expires_on >= '1900-01-01'),
  how_to_check text check (length(how_to_check) between 1 and 1000),
  audience text not null check (audience in ('public', 'investors', 'internal')),
  file_id uuid unique references app.stored_file on delete restrict,
  file_number integer not null default 0 check (file_number >= 0),
  version integer not null default 1,
  removed_at timestamptz,
  created_at timestamptz not null default now(),
  check (expires_on >= issued_on),
  check ((file_id is null) = (file_number = 0)),
  check (kind <> 'other' or title is not null)
);
create index on app.verification_item (project_id);
create index on app.verification_item (expires_on) where removed_at is null and expires_on is not null;

-- Every file that an item had, the current one included.
create table app.verification_file (
  item_id uuid not null references app.verification_item on delete restrict,
  number integer not null check (number > 0),
  file_id uuid not null unique references app.stored_file on delete restrict,
  uploaded_by uuid references auth."user" on delete restrict,
  uploaded_at timestamptz not null default now(),
  primary key (item_id, number),
  unique (item_id, number, file_id)
);
alter table app.verification_item
  add foreign key (id, file_number, file_id) references app.verification_file (item_id, number, file_id);

-- How often visitors downloaded a public item on a day; nothing about who.
create table app.verification_download (
  item_id uuid not null references app.verification_item on delete restrict,
  day date not null,
  downloads integer not null check (downloads > 0),
  primary key (item_id, day)
);

create trigger refuse_invisible before insert or update of title on app.verification_item
  for each row execute function app.refuse_invisible('title');
create trigger move_version before update on app.verification_item for each row execute function app.move_version();
create trigger never_changes before update or delete on app.verification_file for each row
  execute function app.never_changes();
create trigger audit after insert or update on app.verification_item for each row
  execute function app.audit('id', 'project_id', 'kind', 'title', 'reference', 'issuer', 'issued_on', 'expires_on',
    'how_to_check', 'audience', 'file_id', 'file_number', 'removed_at');

-- What is removed does not come back, and belongs to no other project.
create function app.keep_verification_item() returns trigger language plpgsql as $$
begin
  if old.removed_at is not null or new.project_id <> old.project_id or new.file_number < old.file_number then
    raise exception 'a verification item that was removed, its project and its earlier files do not change'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_item before update on app.verification_item for each row execute function app.keep_verification_item();
