-- What an admin tells of a project's progress on a day, with pictures of its own: for the project's investors.
create table app.project_update (
  id uuid primary key default app.new_id(),
  project_id uuid not null references app.project on delete cascade,
  dated_on date not null,
  progress_percent integer not null check (progress_percent between 0 and 100),
  body text not null check (length(body) between 1 and 4000),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create index on app.project_update (project_id, dated_on desc, id desc);

create table app.project_update_picture (
  id uuid primary key default app.new_id(),
  update_id uuid not null references app.project_update on delete cascade,
  picture_id uuid not null unique references app.picture on delete restrict,
  alt text not null check (length(alt) between 1 and 300)
);
create index on app.project_update_picture (update_id, id);

create trigger audit after insert or update or delete on app.project_update for each row
  execute function app.audit('id', 'project_id', 'dated_on', 'progress_percent', 'body');
create trigger audit after insert or update or delete on app.project_update_picture for each row
  execute function app.audit('id', 'update_id', 'picture_id', 'alt');
