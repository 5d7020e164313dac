-- Milestones of a project in their order, and the proof that one was reached: pictures or a document, and who certified it.
-- Both are append-only; a void with a reason takes one back.
create table app.milestone (
  id uuid primary key default app.new_id(),
  project_id uuid not null references app.project on delete cascade,
  position integer not null check (position > 0),
  name text not null check (length(name) between 1 and 120),
  planned_on date,
  -- The entry of `milestone_reached` that counts, kept by triggers; no role may write it.
  reached_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  unique (project_id, position) deferrable initially immediate
);

-- Whether a day is in the future is for the program to say, which knows the day in Nairobi.
create table app.milestone_reached (
  id uuid primary key default app.new_id(),
  milestone_id uuid not null references app.milestone on delete restrict,
  reached_on date not null check (reached_on >= '2000-01-01'),
  certifier_name text not null check (length(certifier_name) between 1 and 200),
  certifier_profession text not null check (length(certifier_profession) between 1 and 120),
  certifier_licence text not null check (length(certifier_licence) between 1 and 60),
  document_id uuid references app.document on delete restrict,
  note text check (length(note) between 1 and 500),
  recorded_by uuid references auth."user" on delete restrict,
  recorded_at timestamptz not null default now()
);
create index on app.milestone_reached (milestone_id);
create index on app.milestone_reached (document_id) where document_id is not null;
create unique index on app.milestone (reached_id) where reached_id is not null;
alter table app.milestone add foreign key (reached_id) references app.milestone_reached on delete restrict;

create table app.milestone_picture (
  reached_id uuid not null references app.milestone_reached on delete restrict,
  picture_id uuid not null unique references app.picture on delete restrict,
  position integer not null check (position > 0),
  alt text not null check (length(alt) between 1 and 300),
  taken_on date not null,
  primary key (reached_id, position)
);

create table app.milestone_void (
  reached_id uuid primary key references app.milestone_reached on delete restrict,
  reason text not null check (length(reason) between 1 and 500),
  recorded_by uuid references auth."user" on delete restrict,
  recorded_at timestamptz not null default now()
);

create trigger refuse_invisible before insert or update of name on app.milestone
  for each row execute function app.refuse_invisible('name');
create trigger refuse_invisible before insert on app.milestone_reached
  for each row execute function app.refuse_invisible('certifier_name');
create trigger move_version before update on app.milestone for each row execute function app.move_version();
create trigger never_changes before update or delete on app.milestone_reached for each row execute function app.never_changes();
create trigger never_changes before update or delete on app.milestone_picture for each row execute function app.never_changes();
create trigger never_changes before update or delete on app.milestone_void for each row execute function app.never_changes();

-- The milestone's lock serialises them: it is reached once until that is voided.
create function app.check_milestone_reached() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
declare
  milestone app.milestone;
begin
  select * into strict milestone from app.milestone where id = new.milestone_id for no key update;
  if milestone.reached_id is not null then
    raise exception 'a milestone is reached once until that is voided' using errcode = 'check_violation';
  end if;
  if new.document_id is not null and not exists (select from app.document d where d.id = new.document_id
      and d.project_id = milestone.project_id and d.investor_id is null and d.status = 'active') then
    raise exception 'the document of a milestone is an active document of its project' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger check_reached before insert on app.milestone_reached
  for each row execute function app.check_milestone_reached();

create function app.follow_milestone_reached() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'milestone_void' then
    update app.milestone set reached_id = null where reached_id = new.reached_id;
  else
    update app.milestone set reached_id = new.id where id = new.milestone_id;
  end if;
  return null;
end $$;
create trigger follow_reached after insert on app.milestone_reached
  for each row execute function app.follow_milestone_reached();
create trigger follow_reached after insert on app.milestone_void
  for each row execute function app.follow_milestone_reached();

create function app.check_milestone_evidence() returns trigger language plpgsql security definer
set search_path = pg_catalog, pg_temp as $$
begin
  if new.document_id is null and not exists (select from app.milestone_picture where reached_id = new.id) then
    raise exception 'a milestone is reached with a document or a picture' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger check_evidence after insert on app.milestone_reached deferrable initially deferred
  for each row execute function app.check_milestone_evidence();
revoke all on function app.check_milestone_reached, app.follow_milestone_reached, app.check_milestone_evidence from public;

-- How often a project promises a progress update; null promises nothing.
alter table app.project add column update_every text check (update_every in ('week', 'month', 'quarter'));

-- A void is about the entry it takes back. Columns that follow from other rows are not copied.
create or replace function app.audit() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  now_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  before_values jsonb := '{}';
  after_values jsonb := '{}';
  column_name text;
begin
  for column_name in select jsonb_object_keys(coalesce(now_is, was)) loop
    continue when tg_op = 'UPDATE' and was -> column_name is not distinct from now_is -> column_name;
    if column_name = any (tg_argv) then
      before_values := before_values || jsonb_build_object(column_name, was -> column_name);
      after_values := after_values || jsonb_build_object(column_name, now_is -> column_name);
    elsif tg_op = 'UPDATE' and column_name not in ('updatedAt', 'updated_at', 'last_signed_in_at', 'reached_id', 'plan_version')
      and column_name not like '%\_search' then
      after_values := after_values || jsonb_build_object(column_name, 'changed');
    end if;
  end loop;
  if tg_op = 'UPDATE' and after_values = '{}' then return null; end if;
  insert into app.audit_log (actor, actor_id, client_address, act, subject, subject_id, before, after)
  values (
    coalesce(nullif(current_setting('app.actor', true), ''), 'nobody'),
    nullif(current_setting('app.user_id', true), '')::uuid,
    nullif(current_setting('app.client_address', true), ''),
    lower(tg_op), tg_table_name,
    coalesce(now_is ->> 'id', was ->> 'id', now_is ->> 'project_id', now_is ->> 'distribution_id', now_is ->> 'reached_id'),
    case when tg_op <> 'INSERT' then before_values end,
    case when tg_op <> 'DELETE' then after_values end);
  return null;
end $$;

create trigger audit after insert or update or delete on app.milestone for each row
  execute function app.audit('id', 'project_id', 'position', 'name', 'planned_on');
create trigger audit after insert on app.milestone_reached for each row
  execute function app.audit('id', 'milestone_id', 'reached_on', 'certifier_name', 'certifier_profession',
    'certifier_licence', 'document_id', 'note');
create trigger audit after insert on app.milestone_picture for each row
  execute function app.audit('reached_id', 'picture_id', 'position', 'alt', 'taken_on');
create trigger audit after insert on app.milestone_void for each row execute function app.audit('reached_id', 'reason');
drop trigger audit on app.project;
create trigger audit after insert or update or delete on app.project for each row
  execute function app.audit('id', 'slug', 'name', 'location', 'description', 'status', 'stage_text', 'project_type',
    'total_value_cents', 'progress_percent', 'started_on', 'completion_on', 'completion_text', 'annual_return_bp',
    'tagline', 'price_text', 'minimum_cents', 'unit_price_cents', 'units', 'features', 'target_cents', 'funded_bp',
    'funded_as_of_on', 'featured_rank', 'published', 'archived_at', 'update_every');
