import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { InvestmentStatus } from './investment.ts'

/** An investment as a search names it; `ofHolder` counts all of its investor, and is null where it was found by its project. */
export type SuggestedInvestment = {
  id: string
  investor: string
  email: string
  project: string
  status: InvestmentStatus
  amount: Cents
  investedOn: CalendarDate
  remaining: Cents
  ofHolder: number | null
}

/** How many of each investor or project are named at most. */
const each = 3

const holders = {
  investor: sql.ref('investment.investor_id'),
  project: sql.ref('investment.project_id'),
}

/**
 * The newest investments of these investors, or in these projects, in the order of the ids and at most three of each;
 * archived ones are left out. Whoever searches has found the names already, in the two small tables.
 */
export async function suggestInvestments(
  admin: AdminActor,
  of: keyof typeof holders,
  ids: string[],
): Promise<SuggestedInvestment[]> {
  if (ids.length === 0) return []
  // A project may have thousands, which are not counted.
  const ofHolder = of === 'investor' ? sql`(count(*) over ())::int` : sql`null::int`
  const { rows } = await sql<SuggestedInvestment>`
    select newest.id, investor.full_name as investor, investor.email, project.name as project, newest.status,
      newest.amount_cents as amount, newest.invested_on as "investedOn",
      newest.amount_cents - newest.received_cents as remaining, newest."ofHolder"
    from unnest(${ids}::uuid[]) with ordinality as holder(id, place)
    cross join lateral (
      select id, investor_id, project_id, status, amount_cents, received_cents, invested_on, ${ofHolder} as "ofHolder"
      from investment
      where ${holders[of]} = holder.id and archived_at is null
      order by invested_on desc, id desc
      limit ${each}
    ) newest
    join investor on investor.id = newest.investor_id
    join project on project.id = newest.project_id
    order by holder.place, newest.invested_on desc, newest.id desc`.execute(admin.tx)
  return rows
}
