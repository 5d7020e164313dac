import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type CalendarDate, isBefore } from '../../values/calendar-date.ts'
import { type Cents, subtract } from '../../values/money.ts'
import { type BasisPoints, share } from '../../values/percent.ts'
import { isOwnInvestorIn } from '../investors/own-investor.server.ts'
import { type InvestmentStatus, nextPaymentDate } from './investment.ts'
import { ownedText } from './owned.server.ts'

/** `hasHistory`: it is archived instead of deleted. */
export type InvestmentInFull = {
  id: string
  version: number
  /** What a payer types as the account number. */
  paymentReference: string
  project: { id: string; name: string; location: string }
  investor: { id: string; name: string; email: string; hasAccount: boolean }
  /** The unit or share that it owns, in words. */
  owned: string | null
  amount: Cents
  received: Cents
  remaining: Cents
  progress: BasisPoints
  status: InvestmentStatus
  investedOn: CalendarDate
  cancelledOn: CalendarDate | null
  nextPaymentOn: CalendarDate | null
  nextPaymentAmount: Cents | null
  /** The next payment then follows from its payment plan. */
  hasPlan: boolean
  overdue: boolean
  hasHistory: boolean
  isArchived: boolean
  /** Project or investor is archived, so it takes no payments. */
  partyArchived: boolean
  /** The administrator's own: only another administrator records payments on it. */
  isOwn: boolean
}

/** One investment with everything but its ledger; null for an unknown id. */
export async function findInvestmentInFull(
  admin: AdminActor,
  investmentId: string,
): Promise<InvestmentInFull | null> {
  const row = await rowOf(admin, investmentId).executeTakeFirst()
  if (!row) return null
  const { amount_cents: amount, received_cents: received, status } = row
  const nextPaymentOn = nextPaymentDate(status, row.next_payment_on)
  return {
    id: row.id,
    version: row.version,
    paymentReference: row.payment_reference,
    project: { id: row.project_id, name: row.project, location: row.location },
    investor: {
      id: row.investor_id,
      name: row.full_name,
      email: row.email,
      hasAccount: row.user_id !== null,
    },
    owned: row.owned,
    amount,
    received,
    remaining: subtract(amount, received),
    progress: share(received, amount),
    status,
    investedOn: row.invested_on,
    cancelledOn: row.cancelled_on,
    nextPaymentOn,
    nextPaymentAmount: row.next_payment_cents,
    hasPlan: row.plan_version !== null,
    overdue: nextPaymentOn !== null && isBefore(nextPaymentOn, clock.today()),
    hasHistory: row.has_history,
    isArchived: row.archived_at !== null,
    partyArchived: row.party_archived,
    isOwn: row.is_own,
  }
}

const rowOf = (admin: AdminActor, investmentId: string) =>
  admin.tx
    .selectFrom('investment')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('payment_reference', 'payment_reference.investment_id', 'investment.id')
    .select([
      'investment.id',
      'investment.version',
      'payment_reference.code as payment_reference',
      'investment.amount_cents',
      'investment.received_cents',
    ])
    .select([
      'investment.status',
      'investment.invested_on',
      'investment.cancelled_on',
      'investment.archived_at',
    ])
    .select([
      'investment.next_payment_on',
      'investment.next_payment_cents',
      'investment.plan_version',
    ])
    .select(['project.id as project_id', 'project.name as project', 'project.location'])
    .select([
      'investor.id as investor_id',
      'investor.full_name',
      'investor.email',
      'investor.user_id',
    ])
    .select(
      sql<boolean>`coalesce(project.archived_at, investor.archived_at) is not null`.as(
        'party_archived',
      ),
    )
    .select([
      hasHistory.as('has_history'),
      isOwnInvestorIn('investor.id').as('is_own'),
      ownedText('investment').as('owned'),
    ])
    .where('investment.id', '=', investmentId)

/** Any ledger entry or share; a receipt implies an entry. */
const hasHistory = sql<boolean>`(exists (select from ledger_entry e where e.investment_id = investment.id)
  or exists (select from distribution_share s where s.investment_id = investment.id))`
