import type { InvestorLookup, InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, sum, zero } from '../../values/money.ts'

/**
 * What has come back to an investor: the shares of distributions that were not voided. Money they paid in is never
 * part of it. `last` is the latest distribution that gave them anything; `byDistribution` has the latest first.
 */
export type Returns = {
  total: Cents
  last: Returned | null
  byInvestment: Map<string, Cents>
  byDistribution: Returned[]
}
type Returned = { amount: Cents; on: CalendarDate }

/** Adds up the reader's returns, in all and for each investment. */
export async function returnsOf(reader: InvestorReader | InvestorLookup): Promise<Returns> {
  const shares = await reader.tx
    .selectFrom('distribution_share as share')
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .innerJoin('investment', 'investment.id', 'share.investment_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'share.distribution_id')
    .select([
      'share.distribution_id',
      'share.investment_id',
      'share.amount_cents as amount',
      'distribution.dated_on as on',
    ])
    .where('investment.investor_id', '=', reader.investorId)
    .where('voiding.distribution_id', 'is', null)
    .where('share.amount_cents', '>', zero)
    .orderBy('distribution.dated_on', 'desc')
    .orderBy('distribution.id', 'desc')
    .execute()
  const byDistribution: Returned[] = []
  for (const [first, ...others] of Map.groupBy(shares, (share) => share.distribution_id).values()) {
    if (first)
      byDistribution.push({
        on: first.on,
        amount: sum([first, ...others].map(({ amount }) => amount)),
      })
  }
  const byInvestment = Map.groupBy(shares, (share) => share.investment_id)
  return {
    total: sum(shares.map(({ amount }) => amount)),
    last: byDistribution[0] ?? null,
    byInvestment: new Map(
      [...byInvestment].map(([id, given]) => [id, sum(given.map(({ amount }) => amount))]),
    ),
    byDistribution,
  }
}

/** What one of the reader's investments got of a distribution; a voided one stays, with its reason, and counts for nothing. */
export type MyShare = {
  distributionId: string
  on: CalendarDate
  amount: Cents
  voidedBecause: string | null
}

/** What has come back by these shares: a voided distribution's count for nothing. */
export function returnsByInvestment(shares: readonly MyShare[]): Cents {
  return sum(
    shares.filter(({ voidedBecause }) => voidedBecause === null).map(({ amount }) => amount),
  )
}

/** Every share of one investment of the reader, newest first; none for another person's. */
export async function mySharesOf(reader: InvestorReader, investmentId: string): Promise<MyShare[]> {
  const rows = await reader.tx
    .selectFrom('distribution_share as share')
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .innerJoin('investment', 'investment.id', 'share.investment_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'share.distribution_id')
    .select(['distribution.id', 'distribution.dated_on', 'share.amount_cents', 'voiding.reason'])
    .where('share.investment_id', '=', investmentId)
    .where('investment.investor_id', '=', reader.investorId)
    .orderBy('distribution.dated_on', 'desc')
    .orderBy('distribution.id', 'desc')
    .execute()
  return rows.map((row) => ({
    distributionId: row.id,
    on: row.dated_on,
    amount: row.amount_cents,
    voidedBecause: row.reason,
  }))
}
