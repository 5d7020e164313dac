import type { CalendarDate } from '../../values/calendar-date.ts'
import {
  exchangeRate,
  type ForeignCurrency,
  type PaidInCurrency,
  type RateSource,
} from '../../values/exchange-rate.ts'

/** The columns of a ledger entry or receipt about another currency: all of them are set or none. */
export type PaidColumns = {
  paid_minor: bigint | null
  paid_currency: string | null
  rate: string | null
  rate_source: string | null
  rate_on: CalendarDate | null
}

/** What was paid in another currency, from its columns; null for dollars. */
export function paidOf(row: PaidColumns): PaidInCurrency | null {
  const { paid_minor: minor, paid_currency, rate, rate_source, rate_on: on } = row
  if (minor === null || rate === null || on === null) return null
  return {
    minor,
    on,
    rate: exchangeRate(rate),
    currency: paid_currency as ForeignCurrency,
    source: rate_source as RateSource,
  }
}
