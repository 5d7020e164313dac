-- Addresses that a project had before lead to its present one, and its listing says what kind of building it is.
create table app.former_slug (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  project_id uuid not null references app.project on delete cascade
);
create index on app.former_slug (project_id);

alter table app.project add column project_type text check (length(project_type) between 1 and 60);

create trigger audit after insert or update or delete on app.former_slug for each row
  execute function app.audit('slug', 'project_id');
drop trigger audit on app.project;
create trigger audit after insert or update or delete on app.project for each row
  execute function app.audit('id', 'slug', 'name', 'location', 'description', 'status', 'stage_text', 'project_type',
    'total_value_cents', 'progress_percent', 'started_on', 'completion_on', 'completion_text', 'annual_return_bp',
    'tagline', 'price_text', 'minimum_cents', 'unit_price_cents', 'units', 'features', 'target_cents', 'funded_bp',
    'funded_as_of_on', 'featured_rank', 'published', 'archived_at');
