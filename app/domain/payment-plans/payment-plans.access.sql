-- Plans are agreed by inserting; what lines lack, whether they count, and days after milestones are written by triggers.
grant select, insert, update on app.plan_template to msingi_admin;
grant select, insert, delete on app.plan_template_line to msingi_admin;
grant select, insert on app.payment_plan to msingi_admin;
grant select on app.plan_line to msingi_admin;
grant insert (plan_id, position, investment_id, label, amount_cents, milestone_id, days_after, due_on)
  on app.plan_line to msingi_admin;
grant select on app.plan_template, app.plan_template_line, app.payment_plan, app.plan_line, app.due_lines to msingi_system;
grant select on app.due_lines to msingi_admin, msingi_investor;
-- Guests and investors are offered the templates in use of projects they may see.
grant select on app.plan_template, app.plan_template_line to msingi_investor;
grant select (id, project_id, name, archived_at, version) on app.plan_template to msingi_guest;
grant select on app.plan_template_line to msingi_guest;
create policy offered on app.plan_template for select to msingi_guest, msingi_investor
  using (archived_at is null and exists (select from app.project p where p.id = project_id));
create policy offered on app.plan_template_line for select to msingi_guest, msingi_investor
  using (exists (select from app.plan_template t where t.id = template_id));

-- Staff who read inquiries see which template a guest chose.
grant select (id, project_id, name, archived_at) on app.plan_template to msingi_support;

-- An investor reads their own plans with the earlier ones.
grant select on app.plan_line to msingi_investor;
grant select (id, investment_id, version, amount_cents, agreed_on, reason, code, created_at) on app.payment_plan to msingi_investor;
create policy own on app.payment_plan for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));
create policy own on app.plan_line for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));

-- Each sent once; the investor sees which.
grant select on app.reminder to msingi_admin, msingi_system;
grant insert on app.reminder to msingi_admin, msingi_system;
grant select (id, investment_id, due_on, kind, created_at) on app.reminder to msingi_investor;
create policy own on app.reminder for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));

-- For the office only.
grant select, insert on app.contact_note to msingi_admin;

-- Staff with these permissions.
call app.staff_writes('app.reminder', 'payments', 'investors');
call app.staff_writes('app.plan_template', 'projects');
call app.staff_writes('app.plan_template_line', 'projects');
call app.staff_writes('app.payment_plan', 'investors', 'requests');
call app.staff_writes('app.plan_line', 'investors', 'requests');
