-- The template of a payment plan that an investor chose with a request; approving it makes the plan.
create unique index on app.plan_template (id, project_id);
alter table app.investment_request
  add column template_id uuid,
  add foreign key (template_id, project_id) references app.plan_template (id, project_id) on delete set null (template_id);
create index on app.investment_request (template_id) where template_id is not null;
