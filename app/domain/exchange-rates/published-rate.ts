import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { ExchangeRate, ForeignCurrency, RateSource } from '../../values/exchange-rate.ts'

/** Who publishes rates that are entered by hand or from a file. */
export const publishedSources = ['company', 'cbk'] as const

/** Whose published rate it is. */
export type PublishedSource = (typeof publishedSources)[number]

export function isPublished(source: RateSource): source is PublishedSource {
  return publishedSources.some((published) => published === source)
}

/** A rate and the day it is of. */
export type DatedRate = { rate: ExchangeRate; on: CalendarDate }

/** A published rate of a currency. */
export type PublishedRate = DatedRate & { currency: ForeignCurrency; source: PublishedSource }

/** What a form for money offers: the currencies, dollars first, and the rates of the last weeks, the latest first. */
export type MoneyChoices = { currencies: Currency[]; rates: PublishedRate[] }

/** The rate among these that holds on a day: the latest not after it. `rates` are the latest first. */
export function publishedOn(
  rates: readonly PublishedRate[],
  { currency, source, on }: Omit<PublishedRate, 'rate'>,
): PublishedRate | null {
  const holds = (rate: PublishedRate) =>
    rate.currency === currency && rate.source === source && rate.on <= on
  return rates.find(holds) ?? null
}
