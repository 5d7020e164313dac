-- `received_cents` and `pending_before_first_entry` are written by the ledger's trigger; no role may.
grant select on app.investment to msingi_admin, msingi_system;
grant insert (id, investor_id, project_id, amount_cents, status, invested_on, next_payment_on, next_payment_cents,
  cancelled_on, created_at, unit_id, share_bp) on app.investment to msingi_admin;
grant update (investor_id, project_id, amount_cents, status, invested_on, next_payment_on, next_payment_cents,
  cancelled_on, archived_at, unit_id, share_bp) on app.investment to msingi_admin;
-- Foreign keys protect investments with a history.
grant delete on app.investment to msingi_admin;

grant select on app.investment to msingi_investor;
create policy own on app.investment for select to msingi_investor using (investor_id = (select app.me()));

-- Written by the trigger on investments only.
grant select on app.amendment to msingi_admin, msingi_system, msingi_investor;
create policy own on app.amendment for select to msingi_investor using (investor_id = (select app.me()));

-- Given by a trigger with the investment.
grant select on app.payment_reference to msingi_admin, msingi_system, msingi_investor;
create policy own on app.payment_reference for select to msingi_investor
  using (investment_id = any (array(select i.id from app.investment i)));

-- Written by triggers only. Older processes read `tally` during a rolling update.
grant select on app.counter, app.tally to msingi_admin;

-- Whom a document or notification of a project reaches, without amounts.
grant select (id, investor_id, project_id, status, archived_at) on app.investment to msingi_support;

-- Staff with these permissions.
call app.staff_writes('app.investment', 'investors', 'payments', 'requests');
