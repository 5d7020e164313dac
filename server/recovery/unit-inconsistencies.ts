import type { Checks } from './inconsistencies.ts'

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
