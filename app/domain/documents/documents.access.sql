grant select, insert, delete on app.document to msingi_admin;
grant update (title, description, document_type, project_id, investor_id, status) on app.document to msingi_admin;
grant select on app.document to msingi_system;

-- Active papers addressed to this investor, and those of projects in which they hold an active or completed investment.
grant select on app.document, app.stored_file to msingi_investor;
create policy own on app.document for select to msingi_investor using (
  status = 'active' and (
    investor_id = (select app.me())
    or investor_id is null and project_id in (
      select i.project_id from app.investment i
      where i.investor_id = (select app.me()) and i.status in ('active', 'completed'))));
create policy of_visible_document on app.stored_file for select to msingi_investor
  using (exists (select from app.document d where d.file_id = stored_file.id));
