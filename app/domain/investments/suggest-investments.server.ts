import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { readPaymentReference } from '../../values/payment-reference.ts'
import type { InvestmentStatus } from './investment.ts'

/** `ofHolder` counts the investor's investments; null when found by project. */
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

const each = 3

const holders = {
  investor: sql.ref('investment.investor_id'),
  project: sql.ref('investment.project_id'),
}

/** The newest active investments of these investors or projects, in their order, at most three each. */
export async function suggestInvestments(
  admin: AdminActor,
  of: keyof typeof holders,
  ids: string[],
): Promise<SuggestedInvestment[]> {
  if (ids.length === 0) return []
  // Those of a project may be thousands and are not counted.
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

/** The investment with the payment reference that was typed; none for other words. Archived ones are found, too. */
export async function suggestByReference(
  admin: AdminActor,
  q: string,
): Promise<SuggestedInvestment[]> {
  const code = readPaymentReference(q)
  if (code === null) return []
  const { rows } = await sql<SuggestedInvestment>`
    select investment.id, investor.full_name as investor, investor.email, project.name as project, investment.status,
      amount_cents as amount, invested_on as "investedOn", amount_cents - received_cents as remaining,
      null::int as "ofHolder"
    from payment_reference join investment on investment.id = payment_reference.investment_id
    join investor on investor.id = investment.investor_id
    join project on project.id = investment.project_id
    where payment_reference.code = ${code}`.execute(admin.tx)
  return rows
}
