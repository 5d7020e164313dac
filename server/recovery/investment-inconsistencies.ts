import type { Checks } from './inconsistencies.ts'

/** Payment plans, computed again from milestones, agreements and the ledger. */
export const planChecks: Checks = {
  'the lines of a plan come to its amount': `select 'plan ' || p.id as named from app.payment_plan p
    left join (select plan_id, sum(amount_cents) as cents from app.plan_line group by 1) l on l.plan_id = p.id
    where l.cents is distinct from p.amount_cents`,
  'the current plan is the newest and comes to the amount of its investment': `select 'investment ' || i.id as named
    from app.investment i
    left join (select investment_id, max(version) as version from app.payment_plan group by 1) newest on newest.investment_id = i.id
    left join app.payment_plan p on p.investment_id = i.id and p.version = i.plan_version
    where i.plan_version is distinct from newest.version
      or i.plan_version is not null and p.amount_cents is distinct from i.amount_cents`,
  'what a line lacks, and its day, follow from the ledger and milestones': `select format('line %s of plan %s', l.position, l.plan_id) as named
    from app.plan_line l join app.filled_lines() f on (f.plan_id, f.position) = (l.plan_id, l.position)
    where (l.due_on, l.until_cents, l.open_cents, l.live) is distinct from (f.due_on, f.until_cents, f.open_cents, f.live)`,
  'no line of a former plan is due': `select format('line %s of plan %s', l.position, l.plan_id) as named
    from app.plan_line l join app.payment_plan p on p.id = l.plan_id join app.investment i on i.id = p.investment_id
    where l.live and p.version <> i.plan_version`,
  'every line is of the investment of its plan': `select format('line %s of plan %s', l.position, l.plan_id) as named
    from app.plan_line l join app.payment_plan p on p.id = l.plan_id where l.investment_id <> p.investment_id`,
  'the next payment of an investment with a plan follows from its lines': `select 'investment ' || i.id as named
    from app.investment i join app.payment_plan p on p.investment_id = i.id and p.version = i.plan_version
    cross join lateral app.next_of_plan(p.id, i.received_cents) n
    where (i.next_payment_on, i.next_payment_cents) is distinct from (n.due_on, n.due_cents)`,
  'a plan waits for milestones of its own project': `select format('line %s of plan %s', l.position, l.plan_id) as named
    from app.plan_line l join app.payment_plan p on p.id = l.plan_id
    join app.investment i on i.id = p.investment_id and i.plan_version = p.version
    join app.milestone m on m.id = l.milestone_id where m.project_id <> i.project_id`,
  'a milestone is reached by what was not voided, with a picture or a document': `select 'milestone ' || m.id as named
    from app.milestone m left join (
      select r.milestone_id, min(r.id::text)::uuid as id, count(*) as entries, bool_and(r.document_id is not null
        or exists (select from app.milestone_picture p where p.reached_id = r.id)) as proven
      from app.milestone_reached r where not exists (select from app.milestone_void v where v.reached_id = r.id)
      group by 1) r on r.milestone_id = m.id
    where m.reached_id is distinct from r.id or r.entries > 1 or not r.proven`,
}

/** What investments and open requests own of their projects. */
export const unitChecks: Checks = {
  'a unit has one holder': `select 'unit ' || unit_id as named from (
      select unit_id, investor_id, true as owns from app.investment where status <> 'cancelled' and unit_id is not null
      union all select unit_id, investor_id, false from app.investment_request
        where status = 'pending' and reserved_until > now() and unit_id is not null) held
    group by unit_id having count(*) filter (where owns) > 1 or count(distinct investor_id) > 1`,
  'the shares of a project are at most 100%': `select 'project ' || project_id as named from app.investment
    where status <> 'cancelled' and share_bp is not null group by project_id having sum(share_bp) > 10000`,
  'an investment or request owns a unit of its project': `select named from (
      select 'investment ' || id as named, project_id, unit_id, status <> 'cancelled' as is_open from app.investment
      union all select 'request ' || id, project_id, unit_id,
        status = 'pending' and reserved_until > now() from app.investment_request) owned
    left join app.project_unit u on u.id = owned.unit_id
    where owned.unit_id is not null and (u.id is null or u.project_id <> owned.project_id or u.share_bp is not null
      or is_open and u.archived_at is not null)`,
}
