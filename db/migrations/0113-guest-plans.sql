-- The template of a payment plan that a guest chose, up to the inquiry and the request that it becomes.
alter table app.expression_of_interest
  add column template_id uuid,
  add constraint template_of_project foreign key (template_id, project_id)
    references app.plan_template (id, project_id) on delete set null (template_id);
create index on app.expression_of_interest (template_id) where template_id is not null;

alter table app.inquiry
  add column template_id uuid,
  add constraint template_of_project foreign key (template_id, project_id)
    references app.plan_template (id, project_id) on delete set null (template_id),
  add constraint template_with_amount check (template_id is null or amount_cents is not null);
create index on app.inquiry (template_id) where template_id is not null;
