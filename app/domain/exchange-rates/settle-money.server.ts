import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import {
  type ForeignCurrency,
  isFarFrom,
  type PaidInCurrency,
  toDollars,
} from '../../values/exchange-rate.ts'
import { type Cents, cents, zero } from '../../values/money.ts'
import { rateOn } from './exchange-rates.server.ts'
import { mostRounding } from './left-by-rate.ts'
import type { MoneyInput, PaidInput } from './paid-amount.ts'
import { type DatedRate, isPublished } from './published-rate.ts'

/** Dollars, and what was paid in another currency, if it was. */
export type SettledMoney = { amount: Cents; paid: PaidInCurrency | null; rounding: Cents }

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
  if (typeof money === 'bigint') return { amount: money, paid: null, rounding: zero }
  const { minor, currency, source } = money
  const found = await findRate(admin, money, on)
  if ('refused' in found) return found
  const paid = { minor, currency, source, ...found }
  return { amount: toDollars(minor, found.rate), paid, rounding: zero }
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

/** The day of a company rate that was in force on one of the days for which a quote holds. */
async function quotedRate(
  { tx }: AdminActor,
  { currency, rate }: Pick<PaidInCurrency, 'currency' | 'rate'>,
  on: CalendarDate,
): Promise<DatedRate | null> {
  const from = addDays(on, -quotedFor)
  const { rows } = await sql<{ on: CalendarDate }>`
    select dated_on as on from exchange_rate
    where currency = ${currency} and source = 'company' and rate = ${rate} and dated_on <= ${on}
      and dated_on >= coalesce((select max(dated_on) from exchange_rate
        where currency = ${currency} and source = 'company' and dated_on <= ${from}), ${from}::date)
    order by dated_on desc limit 1`.execute(tx)
  const [row] = rows
  return row ? { rate, on: row.on } : null
}

/**
 * Money in another currency that comes to a few cents more than what remains settles exactly that; the rest is stated as
 * rounding. Dollars are left as they are.
 */
export function withoutRounding(money: SettledMoney, remaining: Cents): SettledMoney {
  const { amount, paid } = money
  const excess = amount - remaining
  if (!paid || excess <= 0n || excess > mostRounding) return money
  return { amount: remaining, paid, rounding: cents(excess) }
}

/** The columns of a ledger entry that state what was paid in another currency; `sign` is -1 for money sent back. */
export function paidColumns(paid: PaidInCurrency | null, sign: 1 | -1 = 1) {
  if (!paid) return {}
  const { minor, currency, rate, source, on } = paid
  return {
    paid_minor: minor * BigInt(sign),
    paid_currency: currency,
    rate,
    rate_source: source,
    rate_on: on,
  }
}

/** Typed money as the idempotency key remembers it. */
export function moneyFacts(money: MoneyInput): Record<string, string | bigint | boolean | null> {
  return typeof money === 'bigint' ? { amount: money } : money
}
