-- `received_cents` and `pending_before_first_entry` belong to the ledger's trigger: no one is granted them.
grant select on app.investment to msingi_admin, msingi_system;
grant insert (id, investor_id, project_id, amount_cents, status, invested_on, next_payment_on, next_payment_cents,
  cancelled_on, created_at) on app.investment to msingi_admin;
grant update (investor_id, project_id, amount_cents, status, invested_on, next_payment_on, next_payment_cents,
  cancelled_on, archived_at) on app.investment to msingi_admin;
-- What has a history is kept by the foreign keys that refer to it.
grant delete on app.investment to msingi_admin;

grant select on app.investment to msingi_investor;
create policy own on app.investment for select to msingi_investor using (investor_id = (select app.me()));

-- Written by the trigger on investments alone (migration 0047).
grant select on app.amendment to msingi_admin, msingi_system, msingi_investor;
create policy own on app.amendment for select to msingi_investor using (investor_id = (select app.me()));

-- Written by triggers alone. Processes of the version before read `tally` until they are replaced (migration 0063).
grant select on app.counter, app.tally to msingi_admin;
