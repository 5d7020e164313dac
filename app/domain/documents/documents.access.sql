grant select, insert, delete on app.document to msingi_admin, msingi_support;
grant update (title, description, document_type, project_id, investor_id, status, version, file_id, file_number,
  uploaded_by, uploaded_at) on app.document to msingi_admin, msingi_support;
grant select, insert on app.earlier_file to msingi_admin, msingi_support;
grant delete on app.stored_file to msingi_admin, msingi_support;
grant select on app.file_preview to msingi_admin, msingi_support;
grant select on app.document, app.earlier_file, app.file_preview to msingi_system;
grant insert on app.file_preview to msingi_system;

-- Active documents for this investor, and of projects with an active or completed investment of theirs.
grant select on app.document, app.stored_file to msingi_investor;
create policy own on app.document for select to msingi_investor using (
  status = 'active' and (
    investor_id = (select app.me())
    or investor_id is null and project_id = any (array(
      select i.project_id from app.investment i
      where i.investor_id = (select app.me()) and i.status in ('active', 'completed')))));
create policy of_visible_document on app.stored_file for select to msingi_investor
  using (exists (select from app.document d where d.file_id = stored_file.id));

-- Whether an investor has downloaded a document, which is then archived instead of deleted.
create or replace function app.document_read_by_investor(p_document uuid) returns boolean language sql stable
set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from app.audit_log l
    where l.subject_id = p_document::text and l.subject = 'document' and l.act = 'download' and l.actor = 'investor')
$$;
revoke all on function app.document_read_by_investor from public;
grant execute on function app.document_read_by_investor to msingi_admin, msingi_support;
create policy unread on app.document as restrictive for delete to msingi_admin, msingi_support
  using (not app.document_read_by_investor(id));

-- Staff with these permissions.
call app.staff_writes('app.document', 'documents', 'projects');
call app.staff_writes('app.earlier_file', 'documents');
call app.staff_writes('app.stored_file', 'documents', 'projects', 'transactions', 'settings');
