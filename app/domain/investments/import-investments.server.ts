import { randomUUID } from 'node:crypto'
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

/** The investments of these investors that are not cancelled, to know one that is there already. */
export async function investmentsOf(admin: AdminActor, investorIds: readonly string[]) {
  const found = []
  for (let at = 0; at < investorIds.length; at += atATime) {
    const some = investorIds.slice(at, at + atATime)
    found.push(
      ...(await admin.tx
        .selectFrom('investment')
        .select(['id', 'investor_id', 'project_id', 'amount_cents', 'invested_on', 'status', 'archived_at'])
        .select(['received_cents'])
        .where('investor_id', 'in', some)
        .execute()),
    )
  }
  return found
}

/** Keeps these investors and projects from being archived until the commit. */
export async function holdParties(admin: AdminActor, investorIds: readonly string[], projectIds: readonly string[]) {
  for (let at = 0; at < investorIds.length; at += atATime) {
    const some = investorIds.slice(at, at + atATime)
    await admin.tx.selectFrom('investor').select('id').where('id', 'in', some).orderBy('id').forShare().execute()
  }
  for (let at = 0; at < projectIds.length; at += atATime) {
    const some = projectIds.slice(at, at + atATime)
    await admin.tx.selectFrom('project').select('id').where('id', 'in', some).orderBy('id').forShare().execute()
  }
}
