import { sql } from 'kysely'
import type { InvestorLookup, InvestorReader } from '../../platform/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, sum } from '../../values/money.ts'

/**
 * What has come back to an investor: the shares of distributions that were not voided. Money they paid in is never part
 * of it (decisions §4). `last` is the latest distribution that gave them anything.
 */
export type Returns = {
  total: Cents
  last: { amount: Cents; on: CalendarDate } | null
  byInvestment: Map<string, Cents>
}

/** Adds up the reader's returns, in all and for each investment (INV-029, INV-030). */
export async function returnsOf(reader: InvestorReader | InvestorLookup): Promise<Returns> {
  const perInvestment = await shares(reader)
    .select(['share.investment_id', sql<Cents>`sum(share.amount_cents)::bigint`.as('amount')])
    .groupBy('share.investment_id')
    .execute()
  const last = await shares(reader)
    .select(['distribution.dated_on as on', sql<Cents>`sum(share.amount_cents)::bigint`.as('amount')])
    .groupBy(['distribution.id', 'distribution.dated_on'])
    .having(sql<boolean>`sum(share.amount_cents) > 0`)
    .orderBy('distribution.dated_on', 'desc')
    .orderBy('distribution.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return {
    total: sum(perInvestment.map(({ amount }) => amount)),
    last: last ?? null,
    byInvestment: new Map(perInvestment.map(({ investment_id, amount }) => [investment_id, amount])),
  }
}

/** What one of the reader's investments got of a distribution; a voided one stays, with its reason, and counts for nothing. */
export type MyShare = { distributionId: string; on: CalendarDate; amount: Cents; voidedBecause: string | null }

/** Every share of one investment of the reader, newest first; none for somebody else's. */
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

function shares(reader: InvestorReader | InvestorLookup) {
  return reader.tx
    .selectFrom('distribution_share as share')
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .innerJoin('investment', 'investment.id', 'share.investment_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'share.distribution_id')
    .where('investment.investor_id', '=', reader.investorId)
    .where('voiding.distribution_id', 'is', null)
}
