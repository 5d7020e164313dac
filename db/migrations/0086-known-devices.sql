-- A browser that signs in to an account for the first time is emailed about, by its name and moment.
alter table auth.known_device
  add id uuid not null default app.new_id() unique,
  add name text,
  add first_signed_in_at timestamptz not null default now();
