import type { AdminActor } from '../../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import {
  exchangeRate,
  type ForeignCurrency,
  fromDollars,
  isFarFrom,
  type PaidInCurrency,
  toDollars,
} from '../../values/exchange-rate.ts'
import { type Cents, cents } from '../../values/money.ts'
import { rateOn } from './exchange-rates.server.ts'
import type { MoneyInput, PaidInput } from './paid-amount.ts'
import { type DatedRate, isPublished } from './published-rate.ts'

/** Dollars, and what was paid in another currency, if it was. */
export type SettledMoney = { amount: Cents; paid: PaidInCurrency | null }

/** Why money in another currency is not dollars yet. `company` is the company's rate of the day. */
export type RateRefused =
  | { refused: 'no-rate'; currency: ForeignCurrency; on: CalendarDate }
  | { refused: 'rate-differs'; published: DatedRate }
  | { refused: 'not-quoted' }
  | { refused: 'rate-far'; company: DatedRate }

/** For how many days a quoted rate holds. */
const quotedFor = 3

/**
 * Makes dollars of typed money on its day. A published rate must be that of the day, which is taken where none was typed;
 * a quoted one must have been the company's within three days; any other may be up to 5% from the company's unless it was
 * confirmed.
 */
export async function settleMoney(
  admin: AdminActor,
  money: MoneyInput,
  on: CalendarDate,
): Promise<SettledMoney | RateRefused> {
  if (typeof money === 'bigint') return { amount: money, paid: null }
  const { minor, currency, source } = money
  const found = await findRate(admin, money, on)
  if ('refused' in found) return found
  const paid = { minor, currency, source, ...found }
  return { amount: toDollars(minor, found.rate), paid }
}

async function findRate(
  admin: AdminActor,
  { currency, rate, source, isConfirmed }: PaidInput,
  on: CalendarDate,
): Promise<DatedRate | RateRefused> {
  if (isPublished(source)) {
    const published = await rateOn(admin, currency, on, source)
    if (!published) return { refused: 'no-rate', currency, on }
    return rate === null || rate === published.rate
      ? published
      : { refused: 'rate-differs', published }
  }
  if (rate === null) return { refused: 'no-rate', currency, on }
  if (source === 'quoted') {
    const quoted = await quotedRate(admin, { currency, rate }, on)
    return quoted ?? { refused: 'not-quoted' }
  }
  const company = await rateOn(admin, currency, on)
  return company && isFarFrom(rate, company.rate) && !isConfirmed
    ? { refused: 'rate-far', company }
    : { rate, on }
}

async function quotedRate(
  { tx }: AdminActor,
  { currency, rate }: Pick<PaidInCurrency, 'currency' | 'rate'>,
  on: CalendarDate,
): Promise<DatedRate | null> {
  const row = await tx
    .selectFrom('exchange_rate')
    .select(['rate', 'dated_on'])
    .where('currency', '=', currency)
    .where('source', '=', 'company')
    .where('rate', '=', rate)
    .where('dated_on', '<=', on)
    .where('dated_on', '>=', addDays(on, -quotedFor))
    .orderBy('dated_on', 'desc')
    .executeTakeFirst()
  return row ? { rate: exchangeRate(row.rate), on: row.dated_on } : null
}

/** Whole shillings may come to a few cents more than what is owed. */
const mostRounding = cents(5n)

/**
 * Money in another currency that is up to five cents more than what remains settles exactly that: shillings are asked for
 * in whole units. Dollars are left as they are.
 */
export function withoutRounding({ amount, paid }: SettledMoney, remaining: Cents): SettledMoney {
  const excess = amount - remaining
  if (!paid || excess <= 0n || excess > mostRounding) return { amount, paid }
  return { amount: remaining, paid: { ...paid, minor: fromDollars(remaining, paid.rate) } }
}

/** The columns of a ledger entry that state what was paid in another currency; `sign` is -1 for money sent back. */
export function paidColumns(paid: PaidInCurrency | null, sign: 1 | -1 = 1) {
  if (!paid) return {}
  const { minor, currency, rate, source, on } = paid
  return {
    paid_minor: minor * BigInt(sign),
    ...{ paid_currency: currency, rate, rate_source: source, rate_on: on },
  }
}

/** Typed money as the idempotency key remembers it. */
export function moneyFacts(money: MoneyInput): Record<string, string | bigint | boolean | null> {
  return typeof money === 'bigint' ? { amount: money } : money
}
