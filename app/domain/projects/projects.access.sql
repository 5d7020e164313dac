grant select, insert, delete on app.project, app.project_picture to msingi_admin;
grant update on app.project, app.project_picture to msingi_admin;
grant select on app.project, app.project_picture to msingi_system;
grant select, insert, delete on app.former_slug to msingi_admin;
grant select on app.former_slug to msingi_system;
grant select on app.picture, app.picture_file to msingi_admin, msingi_support, msingi_system;
grant select on app.project, app.project_picture, app.former_slug, app.project_update, app.project_update_picture,
  app.milestone, app.milestone_reached, app.milestone_picture, app.milestone_void to msingi_support;
-- A picture's widths are written by the trigger of its files; no role may.
grant insert (id, width, height, placeholder), delete on app.picture to msingi_admin;
grant insert, delete on app.picture_file to msingi_admin;
grant insert on app.picture_file to msingi_system;
-- Any visitor may report a missing picture.
grant execute on function app.note_missed_picture to msingi_guest;

-- Published projects are public; an investor also sees those of their history, cancelled investments included.
grant select on app.project, app.project_picture, app.picture, app.picture_file, app.former_slug
  to msingi_guest, msingi_investor;
create policy published on app.project for select to msingi_guest, msingi_investor
  using (published and archived_at is null);
create policy held on app.project for select to msingi_investor
  using (id = any (array(select i.project_id from app.investment i)));
create policy of_visible_project on app.project_picture for select to msingi_guest, msingi_investor
  using (exists (select from app.project p where p.id = project_id));
create policy of_visible_project on app.former_slug for select to msingi_guest, msingi_investor
  using (exists (select from app.project p where p.id = project_id));
create policy of_visible_project on app.picture for select to msingi_guest, msingi_investor
  using (exists (select from app.project_picture p where p.picture_id = picture.id));
create policy of_visible_project on app.picture_file for select to msingi_guest, msingi_investor
  using (exists (select from app.project_picture p where p.picture_id = picture_file.picture_id));

-- Progress updates and pictures are for investors with an active or completed investment.
grant select, insert, delete on app.project_update, app.project_update_picture to msingi_admin;
grant update (dated_on, progress_percent, body, is_public, version) on app.project_update to msingi_admin;
grant select on app.project_update, app.project_update_picture to msingi_investor, msingi_system;
create policy of_my_projects on app.project_update for select to msingi_investor using (
  project_id = any (array(
    select i.project_id from app.investment i
    where i.investor_id = (select app.me()) and i.status in ('active', 'completed'))));
-- Those that are public are on the page of their project, with their pictures.
grant select on app.project_update, app.project_update_picture to msingi_guest;
create policy public on app.project_update for select to msingi_guest
  using (is_public and exists (select from app.project p where p.id = project_id));
create policy of_visible_update on app.project_update_picture for select to msingi_guest, msingi_investor
  using (exists (select from app.project_update u where u.id = update_id));
create policy of_visible_update on app.picture for select to msingi_guest, msingi_investor
  using (exists (select from app.project_update_picture p where p.picture_id = picture.id));
create policy of_visible_update on app.picture_file for select to msingi_guest, msingi_investor
  using (exists (select from app.project_update_picture p where p.picture_id = picture_file.picture_id));

-- Milestones with who certified them are public with their project; what was voided and notes are for the office.
grant select, insert, delete on app.milestone to msingi_admin;
grant update (position, name, planned_on) on app.milestone to msingi_admin;
grant select, insert on app.milestone_reached, app.milestone_picture, app.milestone_void to msingi_admin;
grant select on app.milestone, app.milestone_reached, app.milestone_picture, app.milestone_void to msingi_system;
grant select on app.milestone, app.milestone_picture to msingi_guest, msingi_investor;
grant select (id, milestone_id, reached_on, certifier_name, certifier_profession, certifier_licence, recorded_at)
  on app.milestone_reached to msingi_guest;
grant select (id, milestone_id, reached_on, certifier_name, certifier_profession, certifier_licence, document_id, recorded_at)
  on app.milestone_reached to msingi_investor;
create policy of_visible_project on app.milestone for select to msingi_guest, msingi_investor
  using (exists (select from app.project p where p.id = project_id));
create policy not_voided on app.milestone_reached for select to msingi_guest, msingi_investor
  using (exists (select from app.milestone m where m.reached_id = milestone_reached.id));
create policy not_voided on app.milestone_picture for select to msingi_guest, msingi_investor
  using (exists (select from app.milestone m where m.reached_id = milestone_picture.reached_id));
create policy of_reached_milestone on app.picture for select to msingi_guest, msingi_investor
  using (exists (select from app.milestone_picture p where p.picture_id = picture.id));
create policy of_reached_milestone on app.picture_file for select to msingi_guest, msingi_investor
  using (exists (select from app.milestone_picture p where p.picture_id = picture_file.picture_id));

-- The raised share of a published project's target is public; the investments are not.
create or replace function app.target_share_bp(p_project uuid) returns integer language sql stable
set search_path = pg_catalog, pg_temp as $$
  select least(floor(coalesce(sum(i.amount_cents), 0) * 10000 / p.target_cents), 1000000)::integer
  from app.project p
  left join app.investment i on i.project_id = p.id and i.status in ('active', 'completed')
  where p.id = p_project and p.target_cents is not null
  group by p.id
$$;
revoke all on function app.target_share_bp from public;
grant execute on function app.target_share_bp to msingi_admin, msingi_support;
create or replace function app.raised_bp(p_project uuid) returns integer language sql stable security definer
set search_path = pg_catalog, pg_temp as $$
  select app.target_share_bp(p.id) from app.project p where p.id = p_project and p.published and p.archived_at is null
$$;
revoke all on function app.raised_bp from public;
grant execute on function app.raised_bp to msingi_guest, msingi_investor, msingi_admin, msingi_support;

-- Whether a published project is sold out is public; how much is left only to those who could request it.
create or replace function app.is_taken(p_project uuid) returns boolean language sql stable security definer
set search_path = pg_catalog, pg_temp as $$
  select coalesce(o.left_cents < greatest(coalesce(p.minimum_cents, p.unit_price_cents), 1), false)
  from app.project p, app.offer_of(p.id) o
  where p.id = p_project and p.published and p.archived_at is null and p.status <> 'completed'
$$;
revoke all on function app.is_taken from public;
grant execute on function app.is_taken to msingi_guest, msingi_investor, msingi_admin, msingi_support, msingi_system;

-- How many people have invested in a published project is public; who and how much is not.
create or replace function app.investor_count(p_project uuid) returns integer language sql stable security definer
set search_path = pg_catalog, pg_temp as $$
  select count(distinct i.investor_id)::integer
  from app.investment i join app.project p on p.id = i.project_id
  where p.id = p_project and p.published and p.archived_at is null and i.status in ('active', 'completed')
$$;
revoke all on function app.investor_count from public;
grant execute on function app.investor_count to msingi_guest, msingi_investor, msingi_admin, msingi_support;

-- The time of a published page's last change is public, of milestones and updates too; the change and its author are not.
create or replace function app.listing_changed_at(p_project uuid) returns timestamptz language sql stable security definer
set search_path = pg_catalog, pg_temp as $$
  with shown (subject, id) as (
    select subject, p_project from (values ('project'), ('project_picture')) s (subject)
    union all select 'project_update', id from app.project_update where project_id = p_project
    union all select 'milestone', id from app.milestone where project_id = p_project
    union all select s.subject, r.id from app.milestone m join app.milestone_reached r on r.milestone_id = m.id,
      (values ('milestone_reached'), ('milestone_void')) s (subject) where m.project_id = p_project
  )
  select max(l.at)
  from app.project p, shown
  join app.audit_log l on l.subject = shown.subject and l.subject_id = shown.id::text and l.act in ('insert', 'update', 'delete')
  where p.id = p_project and p.published and p.archived_at is null
$$;
revoke all on function app.listing_changed_at from public;
grant execute on function app.listing_changed_at to msingi_guest, msingi_investor, msingi_admin, msingi_support;

-- What refers to a milestone, from domains above this one, for the question before removal.
create or replace function app.milestone_uses(p_milestone uuid)
returns table (plans integer, templates integer, reached integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select
    (select count(distinct l.investment_id)::integer from app.plan_line l where l.milestone_id = p_milestone),
    (select count(distinct l.template_id)::integer from app.plan_template_line l where l.milestone_id = p_milestone),
    (select count(*)::integer from app.milestone_reached r where r.milestone_id = p_milestone)
$$;
revoke all on function app.milestone_uses from public;
grant execute on function app.milestone_uses to msingi_admin;

-- What refers to a project, from domains above this one, for the question before removal.
drop function if exists app.project_history;
create function app.project_history(p_project uuid)
returns table (investments integer, active_investments integer, distributions integer, documents integer,
  notifications integer, pictures integer, requests integer, milestones integer, verification integer)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select
    (select count(*)::integer from app.investment i where i.project_id = p_project),
    (select count(*)::integer from app.investment i where i.project_id = p_project and i.status = 'active'),
    (select count(*)::integer from app.distribution d where d.project_id = p_project),
    (select count(*)::integer from app.document d where d.project_id = p_project),
    (select count(*)::integer from app.notification n where n.project_id = p_project),
    (select count(*)::integer from app.project_picture p where p.project_id = p_project),
    (select count(*)::integer from app.investment_request r where r.project_id = p_project),
    (select count(*)::integer from app.milestone_reached r join app.milestone m on m.id = r.milestone_id
      where m.project_id = p_project),
    (select count(*)::integer from app.verification_item v where v.project_id = p_project)
$$;
revoke all on function app.project_history from public;
grant execute on function app.project_history to msingi_admin;

-- The days that a promise of updates counts from. When a visible project last reported, and since when it is published,
-- is public; the updates are not.
create or replace function app.update_days(p_project uuid) returns table (last_on date, published_on date)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select (select max(u.dated_on) from app.project_update u where u.project_id = p.id),
    (coalesce((select max(l.at) from app.audit_log l where l.subject_id = p.id::text and l.subject = 'project'
        and l.act in ('insert', 'update') and l.after ->> 'published' = 'true'), p.created_at)
      at time zone 'Africa/Nairobi')::date
  from app.project p where p.id = p_project and p.published
  union all
  select (select max(u.dated_on) from app.project_update u where u.project_id = p.id), null
  from app.project p where p.id = p_project and not p.published
$$;
revoke all on function app.update_days from public;
grant execute on function app.update_days to msingi_admin, msingi_support;
create or replace function app.shown_update_days(p_project uuid) returns table (last_on date, published_on date)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select d.last_on, d.published_on from app.project p, app.update_days(p.id) d
  where p.id = p_project and (p.published and p.archived_at is null
    or exists (select from app.investment i where i.project_id = p.id and i.investor_id = app.me()))
$$;
revoke all on function app.shown_update_days from public;
grant execute on function app.shown_update_days to msingi_guest, msingi_investor, msingi_admin, msingi_support;

-- Staff with these permissions.
call app.staff_writes('app.project', 'projects');
call app.staff_writes('app.former_slug', 'projects');
call app.staff_writes('app.project_picture', 'projects');
call app.staff_writes('app.project_update', 'projects');
call app.staff_writes('app.project_update_picture', 'projects');
call app.staff_writes('app.milestone', 'projects');
call app.staff_writes('app.milestone_picture', 'projects');
call app.staff_writes('app.milestone_reached', 'projects');
call app.staff_writes('app.milestone_void', 'projects');
call app.staff_writes('app.picture', 'projects');
call app.staff_writes('app.picture_file', 'projects');
