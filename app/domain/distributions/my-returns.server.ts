import type { InvestorLookup, InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { type Cents, sum, zero } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'

/** Returns from distributions that are not voided. `byDistribution` has the latest first. */
export type Returns = {
  total: Cents
  last: Returned | null
  byInvestment: Map<string, Cents>
  byDistribution: Returned[]
}
type Returned = { amount: Cents; on: CalendarDate }

/** Adds up the reader's returns, in total and by investment. */
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

/** A voided share stays listed and counts as zero. */
export type MyShare = {
  distributionId: string
  on: CalendarDate
  amount: Cents
  /** What it was paid in, if that was another currency. */
  paid: PaidInCurrency | null
  voidedBecause: string | null
}

/** Returns by investment; shares of a voided distribution count as zero. */
export function returnsByInvestment(shares: readonly MyShare[]): Cents {
  return sum(
    shares.filter(({ voidedBecause }) => voidedBecause === null).map(({ amount }) => amount),
  )
}

/** Shares of one of the reader's investments, newest first; empty for another person's. */
export async function mySharesOf(reader: InvestorReader, investmentId: string): Promise<MyShare[]> {
  const rows = await reader.tx
    .selectFrom('distribution_share as share')
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .innerJoin('investment', 'investment.id', 'share.investment_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'share.distribution_id')
    .select(['distribution.id', 'distribution.dated_on', 'share.amount_cents', 'voiding.reason'])
    .select(['share.paid_minor', 'distribution.paid_currency', 'distribution.rate'])
    .select(['distribution.rate_source', 'distribution.rate_on'])
    .where('share.investment_id', '=', investmentId)
    .where('investment.investor_id', '=', reader.investorId)
    .orderBy('distribution.dated_on', 'desc')
    .orderBy('distribution.id', 'desc')
    .execute()
  return rows.map((row) => ({
    distributionId: row.id,
    on: row.dated_on,
    amount: row.amount_cents,
    paid: paidOf(row),
    voidedBecause: row.reason,
  }))
}
