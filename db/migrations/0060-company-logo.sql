-- Logos of the company. Earlier ones are kept: their address never changes.
create table app.logo (
  id uuid primary key default app.new_id(),
  png bytea not null check (octet_length(png) between 1 and 300000),
  created_at timestamptz not null default now()
);
alter table app.company add column logo_id uuid references app.logo on delete restrict;
