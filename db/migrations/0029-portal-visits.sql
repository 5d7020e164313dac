-- When an investor was last in the portal, and when they were there the time before: what is new since (issue 7). Written
-- by the investor's own pages, never by who looks on or by what a page asks for by itself.
create table app.portal_visit (
  investor_id uuid primary key references app.investor on delete cascade,
  last_seen_at timestamptz not null,
  former_seen_at timestamptz check (former_seen_at < last_seen_at)
);

-- The banners of projects that an investor does not want to see again.
create table app.dismissed_offer (
  investor_id uuid not null references app.investor on delete cascade,
  project_id uuid not null references app.project on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (investor_id, project_id)
);
create index on app.dismissed_offer (project_id);
