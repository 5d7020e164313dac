import type { CalendarDate } from './calendar-date.ts'
import type { Currency } from './currency.ts'
import { type Cents, cents, formatAmount, parseAmount } from './money.ts'

declare const decimal: unique symbol

/** Units of a currency for one US dollar, as a decimal text with at most 8 places: `129.24`. Made only in this file. */
export type ExchangeRate = string & { readonly [decimal]: never }

/** A currency that is exchanged for dollars. */
export type ForeignCurrency = Exclude<Currency, 'USD'>

/**
 * Whose rate it is: the company's board rate, the mean of the Central Bank of Kenya, what the bank converted at, what was
 * agreed with the payer, or what was quoted to them.
 */
export const rateSources = ['company', 'cbk', 'bank', 'agreed', 'quoted'] as const
/** One of `rateSources`. */
export type RateSource = (typeof rateSources)[number]

/** What each source is called on screens and receipts. */
export const rateSourceLabels: Record<RateSource, string> = {
  company: 'Company rate',
  cbk: 'Central Bank of Kenya mean rate',
  bank: 'Bank rate',
  agreed: 'Agreed rate',
  quoted: 'Quoted rate',
}

/** What was paid in another currency: hundredths of it, and the rate that made dollars of them. */
export type PaidInCurrency = {
  minor: bigint
  currency: ForeignCurrency
  rate: ExchangeRate
  source: RateSource
  on: CalendarDate
}

const places = 8
const scale = 10n ** BigInt(places)
const written = /^(?:\d{1,10}|[1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d{1,8}))?$/

/** Reads a rate as people write it, `129.24` or `1,650`; null for anything else, and for zero. */
export function parseExchangeRate(text: string): ExchangeRate | null {
  const typed = text.trim()
  if (!written.test(typed)) return null
  const rate = trimmed(typed.replaceAll(',', ''))
  return scaled(rate) > 0n ? rate : null
}

/** Takes a rate from a `numeric` column. */
export function exchangeRate(text: string): ExchangeRate {
  return trimmed(text)
}

function trimmed(text: string): ExchangeRate {
  const [whole = '0', fraction = ''] = text.split('.')
  const kept = fraction.replace(/0+$/, '')
  const digits = whole.replace(/^0+(?=\d)/, '')
  return (kept ? `${digits}.${kept}` : digits) as ExchangeRate
}

function scaled(rate: ExchangeRate): bigint {
  const [whole = '0', fraction = ''] = rate.split('.')
  return BigInt(whole) * scale + BigInt(fraction.padEnd(places, '0'))
}

/** Hundredths of a currency in US cents, half a cent rounded away from zero, as the database does. */
export function toDollars(minor: bigint, rate: ExchangeRate): Cents {
  const by = scaled(rate)
  const size = minor < 0n ? -minor : minor
  const rounded = (2n * size * scale + by) / (2n * by)
  return cents(minor < 0n ? -rounded : rounded)
}

/** US cents in hundredths of a currency, to the nearest. */
export function fromDollars(amount: Cents, rate: ExchangeRate): bigint {
  const product = amount * scaled(rate)
  return (2n * product + scale) / (2n * scale)
}

/** The smallest amount of a currency that M-Pesa and cash move, in hundredths: a whole shilling, a cent, a penny. */
export function unitOf(currency: ForeignCurrency): bigint {
  return currency === 'EUR' || currency === 'GBP' ? 1n : 100n
}

/** Whether amounts are usually whole units: those of shillings. */
export const isInShillings = (currency: Currency): boolean =>
  currency !== 'USD' && unitOf(currency) > 1n

/** What to ask for in a currency, in hundredths and rounded up: whole shillings, because M-Pesa takes no others. */
export function askedFor(amount: Cents, rate: ExchangeRate, currency: ForeignCurrency): bigint {
  const unit = unitOf(currency)
  const exact = amount * scaled(rate)
  return ((exact + unit * scale - 1n) / (unit * scale)) * unit
}

/**
 * The most of a currency that comes to no more than these dollars, in hundredths, in amounts that M-Pesa and cash move:
 * whole shillings.
 */
export function mostWithin(amount: Cents, rate: ExchangeRate, currency: ForeignCurrency): bigint {
  const upwards = askedFor(amount, rate, currency)
  return toDollars(upwards, rate) > amount ? upwards - unitOf(currency) : upwards
}

/** Whether a rate is more than 5% from another, which is then checked with the person who enters it. */
export function isFarFrom(rate: ExchangeRate, other: ExchangeRate): boolean {
  const [now, before] = [scaled(rate), scaled(other)]
  const distance = now > before ? now - before : before - now
  return distance * 20n > before
}

/** A rate for people: `129.24`, `1,650`. */
export function formatRate(rate: ExchangeRate): string {
  const [whole = '0', fraction] = rate.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${grouped}.${(fraction ?? '').padEnd(2, '0')}`
}

/** An amount of a currency: `KES 250,000.00`. `minor` is in hundredths. */
export function formatCurrency(minor: bigint, currency: Currency): string {
  const size = minor < 0n ? -minor : minor
  const whole = (size / 100n).toString().replace(/\B(?=(\d{3})+$)/g, ',')
  const sign = minor < 0n ? '-' : ''
  return `${sign}${currency} ${whole}.${(size % 100n).toString().padStart(2, '0')}`
}

/** What these parts come to in another currency, in hundredths; null where they have none. */
export function sumPaidMinor(parts: readonly { paidMinor: bigint | null }[]): bigint | null {
  const known = parts.flatMap(({ paidMinor }) => paidMinor ?? [])
  return known.length === 0 ? null : known.reduce((sum, minor) => sum + minor, 0n)
}

/** A rate with its currency: `129.24 KES per USD`. */
export const rateWords = (rate: ExchangeRate, currency: Currency): string =>
  `${formatRate(rate)} ${currency} per USD`

/** These dollars with what they are in the currency and at the rate of a payment: `KES 4,308.00 ($33.33)`. */
export function formatAtRateOf(
  { currency, rate }: Pick<PaidInCurrency, 'currency' | 'rate'>,
  amount: Cents,
  inCurrency: typeof askedFor,
): string {
  return formatPaid(amount, { minor: inCurrency(amount, rate, currency), currency })
}

/** What was paid and at which rate: `KES 250,000.00 at 129.24 KES per USD`. */
export function formatExchange({ minor, currency, rate }: PaidInCurrency): string {
  return `${formatCurrency(minor, currency)} at ${rateWords(rate, currency)}`
}

/** An amount with what moved in another currency, if it did: `KES 250,000.00 ($1,934.39)`. */
export function formatPaid(
  amount: Cents,
  paid: Pick<PaidInCurrency, 'minor' | 'currency'> | null,
): string {
  const dollars = formatAmount(amount, 'when-needed')
  return paid ? `${formatCurrency(paid.minor, paid.currency)} (${dollars})` : dollars
}

const codeInFront = /^\s*(USD|KES|KSHS?|SOS|SLSH|EUR|GBP|\$|€|£)\.?\s*/i
const codes: Record<string, string> = { KSH: 'KES', KSHS: 'KES', $: 'USD', '€': 'EUR', '£': 'GBP' }

/** The currency that a typed amount begins with, null for none, and the amount without it. */
export function currencyInFront(text: string): { currency: string | null; amount: string } {
  const named = codeInFront.exec(text)?.[1]?.toUpperCase() ?? null
  return {
    currency: named && (codes[named] ?? named),
    amount: text.replace(codeInFront, ''),
  }
}

/** Reads an amount of a currency, with or without its code in front; null for another currency and what is no amount. */
export function parseCurrencyAmount(text: string, currency: Currency): Cents | null {
  const typed = currencyInFront(text)
  if (typed.currency !== null && typed.currency !== currency) return null
  const parsed = parseAmount(typed.amount)
  return parsed.ok ? parsed.amount : null
}
