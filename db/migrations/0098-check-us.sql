-- Who runs the company, and its privacy notice and terms: public, so that visitors can check them.
create table app.director (
  id uuid primary key default app.new_id(),
  name text not null check (length(name) between 1 and 80),
  role text not null check (length(role) between 1 and 80),
  -- Where the public page shows them: 1 is first.
  place integer not null check (place between 1 and 99),
  -- The portrait and its public address, which is new for each portrait. A removed one is deleted with it.
  portrait bytea check (octet_length(portrait) between 1 and 200000),
  portrait_id uuid unique,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((portrait is null) = (portrait_id is null))
);
create trigger audit after insert or update or delete on app.director for each row
  execute function app.audit('id', 'name', 'role', 'place', 'portrait_id');

-- A published version never changes: people agreed to it.
create table app.legal_text (
  id uuid primary key default app.new_id(),
  kind text not null check (kind in ('privacy', 'terms')),
  version integer not null check (version > 0),
  body text not null check (length(body) between 1 and 60000),
  published_at timestamptz not null default now(),
  unique (kind, version)
);
create trigger never_changes before update or delete on app.legal_text for each row
  execute function app.never_changes();
create trigger audit after insert on app.legal_text for each row
  execute function app.audit('id', 'kind', 'version');
