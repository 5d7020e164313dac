import { sql } from 'kysely'
import type { InvestorLookup, InvestorReader } from '../../platform/database/database.server.ts'
import { type CalendarDate, isBefore } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { type Cents, cents, sum, zero } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'

/** Returns are what was sent and not voided since. */
export type Returns = {
  total: Cents
  /** The latest that was sent in one act. */
  last: Returned | null
  byInvestment: Map<string, Cents>
  /** Declared and not sent yet; counts in no other figure. */
  declared: Cents
  /** What was sent, and what a void took back on its own day, latest first. */
  movements: Returned[]
}
type Returned = { amount: Cents; on: CalendarDate }

/** Adds up the reader's returns, in total and by investment. */
export async function returnsOf(reader: InvestorReader | InvestorLookup): Promise<Returns> {
  const shares = await sharesIn(reader)
    .where('investment.investor_id', '=', reader.investorId)
    .where('share.amount_cents', '>', zero)
    .orderBy('sending.sent_on', 'desc')
    .orderBy('sending.id', 'desc')
    .execute()
  const sent = shares.filter(({ sent_on }) => sent_on !== null)
  const counting = sent.filter(({ reason }) => reason === null)
  const byInvestment = Map.groupBy(counting, (share) => share.investment_id)
  const acts = sentTogether(counting)
  const declared = shares.filter(({ sent_on, reason }) => sent_on === null && reason === null)
  return {
    total: amountOf(counting),
    last: acts[0] ?? null,
    byInvestment: new Map([...byInvestment].map(([id, given]) => [id, amountOf(given)])),
    declared: amountOf(declared),
    movements: [
      ...sentTogether(sent.filter(({ is_retroactive }) => is_retroactive !== true)),
      ...takenBack(sent),
    ].toSorted((a, b) => (isBefore(a.on, b.on) ? 1 : isBefore(b.on, a.on) ? -1 : 0)),
  }
}

const amountOf = (shares: { amount_cents: Cents }[]) =>
  sum(shares.map(({ amount_cents }) => amount_cents))

type Share = Awaited<ReturnType<ReturnType<typeof sharesIn>['executeTakeFirstOrThrow']>>

function sentTogether(sent: Share[]): Returned[] {
  return [...Map.groupBy(sent, ({ sending_id }) => sending_id).values()].flatMap((given) => {
    const on = given[0]?.sent_on
    return on ? [{ on, amount: amountOf(given) }] : []
  })
}

/** A void counts on its own day, except one of before sending was recorded. */
function takenBack(sent: Share[]): Returned[] {
  const voided = sent.filter(({ is_retroactive }) => is_retroactive === false)
  return [...Map.groupBy(voided, ({ id }) => id).values()].flatMap((given) => {
    const on = given[0]?.voided_on
    return on ? [{ on, amount: cents(-amountOf(given)) }] : []
  })
}

function sharesIn(reader: InvestorReader | InvestorLookup) {
  return reader.tx
    .selectFrom('distribution_share as share')
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .innerJoin('investment', 'investment.id', 'share.investment_id')
    .leftJoin('sent_share as sent', (join) =>
      join
        .onRef('sent.distribution_id', '=', 'share.distribution_id')
        .onRef('sent.investment_id', '=', 'share.investment_id'),
    )
    .leftJoin('distribution_sending as sending', 'sending.id', 'sent.sending_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'share.distribution_id')
    .select(['distribution.id', 'distribution.dated_on', 'share.investment_id'])
    .select(['share.amount_cents', 'sent.sending_id', 'sending.sent_on', 'voiding.reason'])
    .select('voiding.is_retroactive')
    .select(
      sql<CalendarDate | null>`(voiding.recorded_at at time zone 'Africa/Nairobi')::date`.as(
        'voided_on',
      ),
    )
    .select(['share.paid_minor', 'distribution.paid_currency', 'distribution.rate'])
    .select(['distribution.rate_source', 'distribution.rate_on'])
}

/** Counts as a return when it was sent and is not voided. */
export type MyShare = {
  distributionId: string
  /** The record date. */
  on: CalendarDate
  /** Null while it is only declared. */
  sentOn: CalendarDate | null
  amount: Cents
  /** What it is paid in, if that is another currency. */
  paid: PaidInCurrency | null
  voidedBecause: string | null
}

/** Of some shares, what was sent, and what is declared and not sent yet; voided ones count in neither. */
export function sumShares(
  shares: readonly Pick<MyShare, 'sentOn' | 'voidedBecause' | 'amount'>[],
): {
  returned: Cents
  declared: Cents
} {
  const counting = shares.filter(({ voidedBecause }) => voidedBecause === null)
  const add = (some: typeof counting) => sum(some.map(({ amount }) => amount))
  return {
    returned: add(counting.filter(({ sentOn }) => sentOn !== null)),
    declared: add(counting.filter(({ sentOn }) => sentOn === null)),
  }
}

/** Shares of one of the reader's investments, newest first; empty for another person's. */
export async function mySharesOf(reader: InvestorReader, investmentId: string): Promise<MyShare[]> {
  const rows = await sharesIn(reader)
    .where('share.investment_id', '=', investmentId)
    .where('investment.investor_id', '=', reader.investorId)
    .orderBy('distribution.dated_on', 'desc')
    .orderBy('distribution.id', 'desc')
    .execute()
  return rows.map((row) => ({
    distributionId: row.id,
    on: row.dated_on,
    sentOn: row.sent_on,
    amount: row.amount_cents,
    paid: paidOf(row),
    voidedBecause: row.reason,
  }))
}
