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

-- How many proposals of others the acting person may approve: none about themselves or an investment of theirs.
create or replace function app.waiting_proposals() returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from app.proposal p
  where p.state = 'open' and p.expires_at > now() and p.proposed_by <> app.acting_user()
    and app.is_approver(app.acting_user())
    and not exists (select from app.proposal_line l left join app.investment i on i.id = l.investment_id
      where l.proposal_id = p.id and (l.act = 'staff' and l.subject_id = app.acting_user()
        or app.is_own_investor(i.investor_id)))
$$;
revoke all on function app.waiting_proposals from public;
grant execute on function app.waiting_proposals to msingi_admin;

-- Active staff who can do the open tasks of an account: withdraw its proposals, and confirm its statements.
create or replace function app.successors_of(p_user uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.name from auth."user" u cross join app.open_tasks(p_user) t
  where u.role = 'admin' and u.status = 'active' and u.id <> p_user
    and (t.proposals = 0 or exists (select from auth.staff_role r join auth.role_permission p on p.role = r.role
      where r.user_id = u.id and p.permission in
        ('approvals', 'payments', 'transactions', 'investors', 'distributions', 'settings', 'users')))
    and (t.statements = 0 or exists (select from auth.staff_role r join auth.role_permission p on p.role = r.role
      where r.user_id = u.id and p.permission = 'transactions'))
$$;
revoke all on function app.successors_of from public;
grant execute on function app.successors_of to msingi_admin;

-- Staff with these permissions.
call app.staff_writes('app.proposal', 'payments', 'transactions', 'investors', 'distributions', 'settings', 'users');
call app.staff_writes('app.proposal_line', 'payments', 'transactions', 'investors', 'distributions', 'settings', 'users');
call app.staff_writes('app.approval_limit', 'settings');
grant execute on function app.note_two_person_act to msingi_auth;
