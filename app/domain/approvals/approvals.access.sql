-- Proposals are added by who proposes and decided by app.decide_proposal only.
grant select, insert (id, command, key, input, title, proposed_by) on app.proposal to msingi_admin;
grant select, insert on app.proposal_line to msingi_admin;
grant select on app.two_person_act to msingi_admin;
-- The files of imports are kept while their proposals wait.
grant select (command, state, expires_at, input) on app.proposal to msingi_system;
grant select, update (amount_cents) on app.approval_limit to msingi_admin;
grant execute on function app.acts_without_approval, app.decide_proposal, app.may_act_alone, app.is_approver,
  app.open_tasks, app.hand_over to msingi_admin;
create policy own on app.proposal as restrictive for insert to msingi_admin
  with check (proposed_by = (select app.acting_user()));
create policy own on app.proposal_line as restrictive for insert to msingi_admin
  with check (exists (select from app.proposal p where p.id = proposal_id and p.proposed_by = (select app.acting_user())
    and p.proposed_at = now()));

-- Staff with these permissions.
call app.staff_writes('app.proposal', 'payments', 'transactions', 'investors', 'distributions', 'settings', 'users');
call app.staff_writes('app.proposal_line', 'payments', 'transactions', 'investors', 'distributions', 'settings', 'users');
call app.staff_writes('app.approval_limit', 'settings');
