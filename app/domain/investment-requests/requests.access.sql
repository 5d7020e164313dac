-- An investor sends, withdraws and sees their own requests, but cannot set their end or decision.
grant select on app.investment_request to msingi_admin, msingi_investor, msingi_system;
grant insert (investor_id, project_id, amount_cents, note, understood_at, template_id, unit_id,
  share_bp) on app.investment_request to msingi_investor;
grant update (status, decided_at) on app.investment_request to msingi_investor, msingi_system;
grant update (status, decided_at, decided_by, reason, investment_id) on app.investment_request to msingi_admin;
create policy own on app.investment_request for select to msingi_investor using (investor_id = (select app.me()));
create policy send_own on app.investment_request for insert to msingi_investor
  with check (investor_id = (select app.me()) and status = 'pending');
create policy withdraw_own on app.investment_request for update to msingi_investor
  using (investor_id = (select app.me()) and status = 'pending')
  with check (investor_id = (select app.me()) and status = 'withdrawn');

grant select, insert, delete on app.request_draft to msingi_investor;
grant update (amount_cents, note, understood_at, understood_terms, saved_at, unit_id, share_bp) on app.request_draft to msingi_investor;
grant select (saved_at), delete on app.request_draft to msingi_system;
create policy own on app.request_draft to msingi_investor
  using (investor_id = (select app.me())) with check (investor_id = (select app.me()));

-- Investors keep seeing projects they have requested, published or not.
create policy asked_for on app.project for select to msingi_investor
  using (exists (select from app.investment_request r where r.project_id = project.id));

-- The office sends the request of a guest whose inquiry it converts.
grant insert (investor_id, project_id, amount_cents, note, understood_at, template_id, unit_id, share_bp)
  on app.investment_request to msingi_admin;
grant execute on function app.take_turn_at_offer to msingi_admin;
grant execute on function app.offer_of to msingi_admin;
grant execute on function app.open_offer, app.take_turn_at_offer to msingi_investor;

-- Staff with these permissions.
call app.staff_writes('app.investment_request', 'requests');
