grant select, insert, delete on app.project, app.project_picture to msingi_admin;
grant update on app.project, app.project_picture to msingi_admin;
grant select on app.project, app.project_picture to msingi_system;

-- Published projects are everybody's; an investor also sees those they hold an investment in.
grant select on app.project, app.project_picture, app.picture, app.picture_file to msingi_guest, msingi_investor;
create policy published on app.project for select to msingi_guest, msingi_investor
  using (published and archived_at is null);
create policy held on app.project for select to msingi_investor
  using (exists (select from app.investment i where i.project_id = project.id and i.status <> 'cancelled'));
create policy of_visible_project on app.project_picture for select to msingi_guest, msingi_investor
  using (exists (select from app.project p where p.id = project_id));
create policy of_visible_project on app.picture for select to msingi_guest, msingi_investor
  using (exists (select from app.project_picture p where p.picture_id = picture.id));
create policy of_visible_project on app.picture_file for select to msingi_guest, msingi_investor
  using (exists (select from app.project_picture p where p.picture_id = picture_file.picture_id));
