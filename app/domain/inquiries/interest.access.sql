-- A guest sees and changes only the expression whose secret id the program has named for this transaction.
grant insert on app.expression_of_interest to msingi_guest;
grant select, update (codes_sent, code_sent_at, wrong_codes, confirmed_at) on app.expression_of_interest to msingi_guest;
create policy adds on app.expression_of_interest for insert to msingi_guest with check (confirmed_at is null);
create policy own on app.expression_of_interest for select to msingi_guest
  using (id = nullif(current_setting('app.interest', true), '')::uuid);
create policy changes_own on app.expression_of_interest for update to msingi_guest
  using (id = nullif(current_setting('app.interest', true), '')::uuid and confirmed_at is null)
  with check (true);
grant select, delete on app.expression_of_interest to msingi_system;

-- The inquiry of an expression has its id, address and amount, and comes after the code.
create policy after_the_code on app.inquiry as restrictive for insert to msingi_guest
  with check (source <> 'interest' or exists (select from app.expression_of_interest e
    where e.id = inquiry.id and e.confirmed_at = inquiry.email_confirmed_at and e.email = inquiry.email
      and e.amount_cents = inquiry.amount_cents and e.project_id = inquiry.project_id
      and e.unit_id is not distinct from inquiry.unit_id and e.template_id is not distinct from inquiry.template_id));
grant insert (amount_cents, unit_id, template_id, understood_at, email_confirmed_at) on app.inquiry to msingi_guest;

-- The same for an entry of a waiting list.
grant insert (id, project_id, email, created_at), select, update (confirmed_at), delete on app.waiting_list_entry
  to msingi_guest;
create policy adds on app.waiting_list_entry for insert to msingi_guest with check (true);
create policy own on app.waiting_list_entry for select to msingi_guest
  using (id = nullif(current_setting('app.interest', true), '')::uuid);
create policy confirms_own on app.waiting_list_entry for update to msingi_guest
  using (id = nullif(current_setting('app.interest', true), '')::uuid) with check (true);
create policy leaves on app.waiting_list_entry for delete to msingi_guest
  using (id = nullif(current_setting('app.interest', true), '')::uuid);
grant select, update (told_at), delete on app.waiting_list_entry to msingi_system;
-- The office sees how many wait.
grant select (id, project_id, confirmed_at, told_at) on app.waiting_list_entry to msingi_admin, msingi_support;
