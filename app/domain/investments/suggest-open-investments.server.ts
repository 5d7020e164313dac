import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName, matching } from '../../platform/database/search.server.ts'
import { isId } from '../../values/id.ts'
import { mostSuggested } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import { readPaymentReference } from '../../values/payment-reference.ts'

/** An investment that still takes payments. */
export type OpenInvestment = {
  id: string
  investor: string
  email: string
  project: string
  reference: string
  remaining: Cents
}

/** Investments that take payments, found by id, payment reference or its start, investor’s name or email, or project; the first by name. */
export async function suggestOpenInvestments(
  admin: AdminActor,
  q: string,
): Promise<OpenInvestment[]> {
  return found(admin, q)
    .select(['investment.id', 'investor.full_name as investor', 'investor.email'])
    .select(['project.name as project', 'payment_reference.code as reference'])
    .select(sql<Cents>`investment.amount_cents - investment.received_cents`.as('remaining'))
    .orderBy(byName('investor.full_name'))
    .orderBy('investment.invested_on', 'desc')
    .orderBy('investment.id')
    .limit(mostSuggested)
    .execute()
}

/** How many such investments there are. */
export async function countOpenInvestments(admin: AdminActor, q: string): Promise<number> {
  const { count } = await found(admin, q)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function found({ tx }: AdminActor, q: string) {
  const code = readPaymentReference(q)
  const start = q.trim().toUpperCase()
  const isStart = /^M[0-9A-Z]{1,5}$/.test(start)
  const condition: Expression<SqlBool> = isId(q)
    ? sql<SqlBool>`investment.id = ${q}`
    : code === null
      ? sql<SqlBool>`(${matching(q, ['investor.full_name', 'investor.email', 'project.name'])}
          or ${isStart} and payment_reference.code like ${`${start}%`})`
      : sql<SqlBool>`payment_reference.code = ${code}`
  return tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('payment_reference', 'payment_reference.investment_id', 'investment.id')
    .where('investment.status', 'in', ['pending', 'active'])
    .where('investment.archived_at', 'is', null)
    .where('investor.archived_at', 'is', null)
    .where('project.archived_at', 'is', null)
    .where(condition)
}
