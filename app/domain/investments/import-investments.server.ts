import { randomUUID } from 'node:crypto'
import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { InvestmentStatus } from './investment.ts'

/** An investment as a file has it; `fullyPaidOn` is the day a completed one was paid. */
export type ImportedInvestment = {
  investorId: string
  projectId: string
  amount: Cents
  status: InvestmentStatus
  investedOn: CalendarDate
  fullyPaidOn: CalendarDate | null
  cancelledOn: CalendarDate | null
  nextPaymentOn: CalendarDate | null
  nextPaymentAmount: Cents | null
}

const atATime = 1000

/**
 * Adds investments of a file and gives their ids in the same order. Nobody is told. A completed one begins as pending: only
 * the payment that the caller books completes it, as in the form (decisions §4).
 */
export async function importInvestments(
  admin: AdminActor,
  investments: readonly ImportedInvestment[],
): Promise<string[]> {
  const today = clock.today()
  const rows = investments.map((one) => ({
    id: randomUUID(),
    investor_id: one.investorId,
    project_id: one.projectId,
    amount_cents: one.amount,
    status: one.status === 'completed' ? ('pending' as const) : one.status,
    invested_on: one.investedOn,
    next_payment_on: one.status === 'cancelled' ? null : one.nextPaymentOn,
    next_payment_cents: one.status === 'cancelled' ? null : one.nextPaymentAmount,
    cancelled_on: one.status === 'cancelled' ? (one.cancelledOn ?? today) : null,
  }))
  for (let at = 0; at < rows.length; at += atATime) {
    await admin.tx
      .insertInto('investment')
      .values(rows.slice(at, at + atATime))
      .execute()
  }
  return rows.map(({ id }) => id)
}

/** The investments of these investors, to know one that is there already; all are asked for at once. */
export function investmentsOf(admin: AdminActor, investorIds: readonly string[]) {
  return admin.tx
    .selectFrom('investment')
    .select(['id', 'investor_id', 'project_id', 'amount_cents', 'invested_on', 'status'])
    .where(sql<SqlBool>`investor_id = any(${investorIds}::uuid[])`)
    .execute()
}

/** Investments by their ids, as a file that was exported names them; all are asked for at once. */
export function investmentsById(admin: AdminActor, ids: readonly string[]) {
  return admin.tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select([
      'investment.id',
      'investor_id',
      'project_id',
      'amount_cents',
      'invested_on',
      'investment.status',
    ])
    .select(['investor.full_name as investor', 'project.name as project'])
    .where(sql<SqlBool>`investment.id = any(${ids}::uuid[])`)
    .execute()
}

/** Keeps these investors and projects from being archived until the commit. */
export async function holdParties(
  admin: AdminActor,
  investorIds: readonly string[],
  projectIds: readonly string[],
) {
  const isOne = (ids: readonly string[]) => sql<SqlBool>`id = any(${ids}::uuid[])`
  await admin.tx
    .selectFrom('investor')
    .select('id')
    .where(isOne(investorIds))
    .orderBy('id')
    .forShare()
    .execute()
  await admin.tx
    .selectFrom('project')
    .select('id')
    .where(isOne(projectIds))
    .orderBy('id')
    .forShare()
    .execute()
}
