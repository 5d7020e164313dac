import { sql } from 'kysely'
import { countersOf } from '../../platform/database/counters.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type Cents, subtract, sum } from '../../values/money.ts'
import { countOverdue } from './due.server.ts'
import type { InvestmentStatus } from './investment.ts'
import { type InvestmentFilter, narrowed } from './narrow-investments.server.ts'

const isArchived = sql<boolean>`investment.archived_at is not null`

const isWhole = ({ q, due, investorId, projectId }: InvestmentFilter) =>
  q.trim() === '' && due === null && !investorId && !projectId

/** The investments of one status, archived or not. */
export type Tally = {
  status: InvestmentStatus
  isArchived: boolean
  count: number
  amount: Cents
  received: Cents
}

/** Money and number of all investments, from counters. */
async function countersByStatus(admin: AdminActor): Promise<Tally[]> {
  return (await countersOf(admin, 'investment')).map(({ kind, ...counter }) => {
    const [status, archived] = kind.split(' ') as [InvestmentStatus, 'archived'?]
    return { ...counter, status, isArchived: archived !== undefined }
  })
}

/** Money and number by status and archived: from counters unless a filter applies. */
export function tallyInvestments(admin: AdminActor, filter: InvestmentFilter): Promise<Tally[]> {
  if (isWhole(filter)) return countersByStatus(admin)
  return narrowed(admin, filter)
    .groupBy(['investment.status', isArchived])
    .select(['investment.status', isArchived.as('isArchived')])
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<Cents>`sum(investment.amount_cents)::bigint`.as('amount'))
    .select(sql<Cents>`sum(investment.received_cents)::bigint`.as('received'))
    .execute()
}

/** Number by status, of those not archived; `all` without archived ones. */
export function countByStatus(tallies: Tally[]) {
  const counts = { pending: 0, active: 0, completed: 0, cancelled: 0, archived: 0 }
  for (const { status, isArchived, count } of tallies)
    counts[isArchived ? 'archived' : status] += count
  const { archived: _, ...open } = counts
  return { ...counts, all: Object.values(open).reduce((sum, count) => sum + count, 0) }
}

/** Cancelled ones owe nothing: where others are listed too, the amounts are without them. */
export type ListedTotals = {
  amount: Cents
  received: Cents
  /** Null where only cancelled ones are listed. */
  remaining: Cents | null
  /** Listed, but not in the amounts. */
  cancelled: number
}

/** The money of the investments that a list shows on all its pages. */
export function listedTotals(
  tallies: Tally[],
  status: InvestmentStatus | 'archived' | null,
): ListedTotals {
  const isListed = (tally: Tally) =>
    status === 'archived'
      ? tally.isArchived
      : !tally.isArchived && (status === null || tally.status === status)
  const listed = tallies.filter((tally) => tally.count > 0 && isListed(tally))
  const open = listed.filter((tally) => tally.status !== 'cancelled')
  const isOnlyCancelled = open.length === 0 && listed.length > 0
  const summed = isOnlyCancelled ? listed : open
  const amount = sum(summed.map((tally) => tally.amount))
  const received = sum(summed.map((tally) => tally.received))
  const cancelled = listed.filter((tally) => tally.status === 'cancelled')
  return {
    amount,
    received,
    remaining: isOnlyCancelled ? null : subtract(amount, received),
    cancelled: isOnlyCancelled ? 0 : cancelled.reduce((all, { count }) => all + count, 0),
  }
}

/** Without cancelled, with archived ones: total = received + remaining. `toRefund` is held on cancelled ones. */
export type InvestmentTotals = {
  total: Cents
  received: Cents
  remaining: Cents
  toRefund: Cents
  investments: number
  investors: number
  /** Investments with an overdue payment. */
  overdue: number
}

/** Totals from counters, independent of the number of investments. */
export async function investmentTotals(admin: AdminActor): Promise<InvestmentTotals> {
  const [counters, [investing], overdue] = await Promise.all([
    countersByStatus(admin),
    countersOf(admin, 'investing'),
    countOverdue(admin),
  ])
  const counted = counters.filter(({ status }) => status !== 'cancelled')
  const total = sum(counted.map(({ amount }) => amount))
  const received = sum(counted.map(({ received }) => received))
  const cancelled = counters.filter(({ status }) => status === 'cancelled')
  return {
    total,
    received,
    remaining: subtract(total, received),
    toRefund: sum(cancelled.map(({ received }) => received)),
    investments: counted.reduce((all, { count }) => all + count, 0),
    investors: investing?.count ?? 0,
    overdue,
  }
}
