-- Open tasks of staff who leave go to a colleague: proposals that wait, and statements that were uploaded and not confirmed.
alter table app.proposal add column handed_to uuid references auth."user" on delete restrict;
create index on app.proposal (handed_to) where handed_to is not null;

-- How many open tasks an account has.
create function app.open_tasks(p_user uuid) returns table (proposals integer, statements integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select count(*)::integer from app.proposal where state = 'open' and expires_at > now()
      and coalesce(handed_to, proposed_by) = p_user),
    (select count(*)::integer from app.statement_draft where uploaded_by = p_user)
$$;

-- Hands them to a colleague, who must be active staff. Who proposed a proposal stays who proposed it.
create function app.hand_over(p_from uuid, p_to uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  tasks record;
begin
  perform app.require_permission('users');
  if p_to = p_from or not exists (select from auth."user" where id = p_to and role = 'admin' and status = 'active') then
    return false;
  end if;
  select t.proposals, t.statements into tasks from app.open_tasks(p_from) t;
  update app.proposal set handed_to = p_to
    where state = 'open' and expires_at > now() and coalesce(handed_to, proposed_by) = p_from;
  update app.statement_draft set uploaded_by = p_to where uploaded_by = p_from;
  perform app.audit_act('hand-over', 'user', p_from::text, jsonb_build_object('to', p_to, 'proposals', tasks.proposals,
    'statements', tasks.statements));
  return true;
end $$;

-- Approves, declines or withdraws a proposal, once. An approval counts only in this transaction, in which its command
-- runs. Refused: one's own, unless no one else can approve; what is about oneself; what has expired.
create function app.decide_proposal(p_proposal uuid, p_state text, p_reason text) returns text
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  proposal app.proposal;
  actor uuid := app.acting_user();
begin
  select * into proposal from app.proposal where id = p_proposal for update;
  if proposal.id is null or actor is null then return 'not-found'; end if;
  if proposal.state <> 'open' then return 'already-decided'; end if;
  if p_state = 'withdrawn' and actor <> coalesce(proposal.handed_to, proposal.proposed_by) then return 'not-yours'; end if;
  if p_state <> 'withdrawn' then
    if proposal.expires_at <= now() then return 'expired'; end if;
    if not app.is_approver(actor) then return 'not-allowed'; end if;
    if exists (select from app.proposal_line where proposal_id = p_proposal and act = 'staff' and subject_id = actor)
    then return 'about-you'; end if;
    if exists (select from app.proposal_line l join app.investment i on i.id = l.investment_id
      where l.proposal_id = p_proposal and app.is_own_investor(i.investor_id)) then return 'own-investor'; end if;
    if proposal.proposed_by = actor and (p_state <> 'approved' or not app.may_act_alone(actor, (
      select l.subject_id from app.proposal_line l where l.proposal_id = p_proposal and l.act = 'staff' limit 1)))
    then return 'own'; end if;
  end if;
  update app.proposal set state = p_state, decided_by = actor, decided_at = now(), decided_in = pg_current_xact_id(),
    reason = p_reason where id = p_proposal;
  return 'decided';
end $$;
revoke all on function app.open_tasks, app.hand_over, app.decide_proposal from public;
