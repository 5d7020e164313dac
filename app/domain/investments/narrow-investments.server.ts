import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { matching } from '../../platform/database/search.server.ts'
import { isDue } from './due.server.ts'
import type { DueKind } from './investment.ts'
import { investmentsWithPayment } from './payment-search.server.ts'

export type InvestmentFilter = {
  q: string
  due: DueKind | null
  investorId?: string | null
  projectId?: string | null
}

/** Investments of a search term, next payment, investor and project. */
export function narrowed(
  admin: AdminActor,
  { q, due, investorId = null, projectId = null }: InvestmentFilter,
  isAmongMany = false,
) {
  return admin.tx
    .selectFrom('investment')
    .where(ofPartyOrPayment(q, isAmongMany))
    .$if(due !== null, (found) => found.where(due === null ? sql<SqlBool>`true` : isDue(due)))
    .$if(investorId !== null, (found) => found.where('investment.investor_id', '=', investorId))
    .$if(projectId !== null, (found) => found.where('investment.project_id', '=', projectId))
}

/**
 * The small tables are searched first and investments then found by index; with many matches
 * investments are read in order until the page is full.
 */
function ofPartyOrPayment(q: string, isAmongMany: boolean) {
  if (q.trim() === '') return sql<SqlBool>`true`
  const projects = sql`(select project.id from project where ${matching(q, ['project.name'])})`
  const people = matching(q, ['investor.full_name'], ['investor.email', 'investor.phone'])
  const investors = sql`(select investor.id from investor where ${people})`
  const paid = investmentsWithPayment(q)
  const orPaid = paid ? sql`or investment.id = any(array${paid})` : sql``
  return isAmongMany
    ? sql<SqlBool>`(investment.project_id in ${projects} or investment.investor_id in ${investors} ${orPaid})`
    : sql<SqlBool>`(investment.project_id = any(array${projects}) or investment.investor_id = any(array${investors})
        ${orPaid})`
}
