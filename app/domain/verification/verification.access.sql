-- Items that prove a project. What each is for decides who reads it and its file: everyone while the project is public,
-- investors with an active or completed investment, or the office alone.
grant select, insert on app.verification_item, app.verification_file to msingi_admin;
grant update (kind, title, reference, issuer, issued_on, expires_on, how_to_check, audience, file_id, file_number, removed_at)
  on app.verification_item to msingi_admin;
grant select on app.verification_download to msingi_admin;
grant select on app.verification_item to msingi_system;
grant select (id, project_id, kind, title, reference, issuer, issued_on, expires_on, how_to_check, audience, file_id,
  file_number, removed_at) on app.verification_item to msingi_guest, msingi_investor;
grant select on app.stored_file to msingi_guest;
grant execute on function app.note_missed_verification to msingi_guest;

create policy public on app.verification_item for select to msingi_guest, msingi_investor using (
  audience = 'public' and removed_at is null
  and exists (select from app.project p where p.id = project_id and p.published and p.archived_at is null));
create policy of_my_projects on app.verification_item for select to msingi_investor using (
  audience in ('public', 'investors') and removed_at is null
  and project_id = any (array(
    select i.project_id from app.investment i
    where i.investor_id = (select app.me()) and i.status in ('active', 'completed'))));
create policy of_visible_item on app.stored_file for select to msingi_guest, msingi_investor
  using (exists (select from app.verification_item v where v.file_id = stored_file.id));

-- Counts a download of an item that is public, and of nothing else.
create or replace function app.count_verification_download(p_item uuid, p_day date) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into app.verification_download as counted (item_id, day, downloads)
  select v.id, p_day, 1 from app.verification_item v join app.project p on p.id = v.project_id
  where v.id = p_item and v.audience = 'public' and v.removed_at is null and v.file_id is not null
    and p.published and p.archived_at is null
  on conflict (item_id, day) do update set downloads = counted.downloads + 1
$$;
revoke all on function app.count_verification_download from public;
grant execute on function app.count_verification_download to msingi_guest;

-- Staff with these permissions.
call app.staff_writes('app.verification_item', 'projects');
call app.staff_writes('app.verification_file', 'projects');
