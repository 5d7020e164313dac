import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, subtract } from '../../values/money.ts'
import { isOwnInvestorIn } from '../investors/own-investor.server.ts'
import { type InvestmentStatus, nextPaymentDate } from './investment.ts'

export type InvestmentForEdit = {
  id: string
  project: { name: string }
  /** `hasAccount`: a receipt can be emailed. */
  investor: { name: string; email: string; hasAccount: boolean }
  amount: Cents
  received: Cents
  remaining: Cents
  status: InvestmentStatus
  investedOn: CalendarDate
  nextPaymentOn: CalendarDate | null
  nextPaymentAmount: Cents | null
  /** The next payment then follows from its payment plan. */
  hasPlan: boolean
  isArchived: boolean
  /** The administrator's own: only another administrator records payments on it. */
  isOwn: boolean
}

/** One investment with its figures; null for an unknown id. */
export async function findInvestment(
  admin: AdminActor,
  investmentId: string,
): Promise<InvestmentForEdit | null> {
  const row = await admin.tx
    .selectFrom('investment')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .select([
      'investment.id',
      'investment.amount_cents',
      'investment.received_cents',
      'investment.status',
    ])
    .select(['investment.invested_on', 'investment.next_payment_on', 'project.name as project'])
    .select([
      'investment.next_payment_cents',
      'investment.plan_version',
      'investor.full_name as investor',
      'investor.email',
      'investor.user_id',
    ])
    .select(isOwnInvestorIn('investor.id').as('is_own'))
    .select(
      sql<boolean>`coalesce(investment.archived_at, project.archived_at, investor.archived_at) is not null`.as(
        'is_archived',
      ),
    )
    .where('investment.id', '=', investmentId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    project: { name: row.project },
    investor: { name: row.investor, email: row.email, hasAccount: row.user_id !== null },
    amount: row.amount_cents,
    received: row.received_cents,
    remaining: subtract(row.amount_cents, row.received_cents),
    status: row.status,
    investedOn: row.invested_on,
    nextPaymentOn: nextPaymentDate(row.status, row.next_payment_on),
    nextPaymentAmount: row.next_payment_cents,
    hasPlan: row.plan_version !== null,
    isArchived: row.is_archived,
    isOwn: row.is_own,
  }
}
