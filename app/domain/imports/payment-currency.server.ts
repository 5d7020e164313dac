import { z } from 'zod'
import { type CalendarDate, formatDay, isAfter } from '../../values/calendar-date.ts'
import {
  currencyInFront,
  type ExchangeRate,
  type ForeignCurrency,
  formatCurrency,
  formatRate,
  type PaidInCurrency,
  parseExchangeRate,
  type RateSource,
  rateSourceLabels,
  rateSources,
  toDollars,
} from '../../values/exchange-rate.ts'
import { optionalDay } from '../../values/fields.ts'
import {
  add,
  type Cents,
  cents,
  formatAmount,
  isPositive,
  parseAmount,
  zero,
} from '../../values/money.ts'
import { foreignCurrencies, optionalRate } from '../exchange-rates/exchange-rate-schema.ts'
import { dayCell, isSameAmount, isWrittenNegative, wordCell } from './cells.ts'
import { broken, type Refusal } from './check.server.ts'

const currencyWords = Object.fromEntries(
  foreignCurrencies.map((currency) => [currency.toLowerCase(), currency] as const),
)
const sourceWords = Object.fromEntries([
  ...rateSources.flatMap((source) => [
    [source, source] as const,
    [rateSourceLabels[source].toLowerCase(), source] as const,
  ]),
  // Files exported by earlier versions.
  ['rate of the bank', 'bank'] as const,
])

/** An amount that may be left empty. */
const optionalCents = z.string().transform((text, context): Cents | null => {
  if (text.trim() === '') return null
  const parsed = parseAmount(currencyInFront(text).amount)
  if (parsed.ok && !isWrittenNegative(text)) return parsed.amount
  context.addIssue({ code: 'custom', message: 'Not an amount.' })
  return z.NEVER
})

/** The cells of a payment that say what was paid in another currency. */
export const paidCells = {
  paidAmount: optionalCents,
  paidCurrency: wordCell<ForeignCurrency | ''>(currencyWords, 'Not a currency with a rate.', {
    means: '',
  }),
  rate: optionalRate,
  rateSource: wordCell<RateSource | ''>(sourceWords, 'Not a rate source.', { means: '' }),
  rateOn: dayCell(optionalDay()),
  rounding: optionalCents,
}

/** The explanations of these columns. */
export const paidWords = {
  paidAmount: 'Paid amount | What was paid in another currency; empty for dollars. | 646200.00',
  paidCurrency: `Paid currency | ${foreignCurrencies.join(', ')}. | KES`,
  rate: 'Exchange rate | Units of the currency for one US dollar, like 129.24. | 129.24',
  rateSource: `Rate source | ${rateSources.join(', ')}; agreed when empty. | company`,
  rateOn: 'Rate date | The day of the rate; the payment’s when empty.',
  rounding: 'Rounding (USD) | Cents that came to more than what remained, and were not credited.',
}

type Known = Partial<{
  paidAmount: Cents | null
  paidCurrency: ForeignCurrency | ''
  rate: ExchangeRate | null
  rateSource: RateSource | ''
  rateOn: CalendarDate | null
  rounding: Cents | null
  amount: Cents
  receivedOn: CalendarDate
}>

/** What a payment of a file was paid in, or what is wrong with it. */
export type PaidOfRow = { paid: PaidInCurrency | null; rounding: Cents; refusals: Refusal[] }

const mostRounding = 100n

/** Reads what a row says of another currency; the dollars and the rounding must be what the rate makes of it. */
export function paidOfRow(known: Known): PaidOfRow {
  const { paidAmount = null, paidCurrency = '', rate = null, rateOn = null } = known
  const rounding = known.rounding ?? zero
  if (paidAmount === null && paidCurrency === '' && rate === null) {
    const refusals = broken([isPositive(rounding), 'rounding', 'Only with a paid amount.'])
    return { paid: null, rounding: zero, refusals }
  }
  const missing = broken(
    [paidAmount === null, 'paidAmount', 'The paid amount is missing.'],
    [paidCurrency === '', 'paidCurrency', 'The currency of the paid amount is missing.'],
    [rate === null, 'rate', 'The rate of the paid amount is missing.'],
  )
  const { amount, receivedOn } = known
  if (paidAmount === null || paidCurrency === '' || rate === null || !amount || !receivedOn)
    return { paid: null, rounding: zero, refusals: missing }
  const on = rateOn ?? receivedOn
  const paid = {
    minor: paidAmount,
    currency: paidCurrency,
    rate,
    source: known.rateSource || ('agreed' as const),
    on,
  }
  const dollars = toDollars(paidAmount, rate)
  const isLate = isAfter(on, receivedOn)
  const says = `${formatCurrency(paid.minor, paid.currency)} at ${formatRate(rate)} is ${formatAmount(dollars, 'always')}, not ${formatAmount(add(amount, rounding), 'always')}.`
  const refusals = broken(
    [isLate, 'rateOn', `The payment was before, on ${formatDay(receivedOn)}.`],
    [rounding > mostRounding, 'rounding', 'More than $1 is not rounding.'],
    [
      dollars !== add(amount, rounding),
      'paidAmount',
      says,
      'Correct the amount, the rate or the dollars. Cents that were not credited belong under Rounding (USD).',
    ],
  )
  return { paid, rounding, refusals }
}

type Recorded = {
  paid_minor: bigint | null
  paid_currency: string | null
  rate: string | null
}

/** How the recorded entry differs from what a row of its export says of another currency; empty cells say nothing. */
export function paidDifferences(
  cells: Record<string, string>,
  { paid_minor, paid_currency, rate }: Recorded,
): [field: string, isSame: boolean, recorded: string | null][] {
  const { paidAmount = '', paidCurrency = '', rate: typed = '' } = cells
  const minor = paid_minor === null ? null : cents(paid_minor)
  const recordedRate = rate && parseExchangeRate(rate)
  return [
    [
      'paidAmount',
      paidAmount === '' || (minor !== null && isSameAmount(paidAmount, minor)),
      minor && formatAmount(minor, 'always').replace('$', ''),
    ],
    [
      'paidCurrency',
      paidCurrency === '' || paidCurrency.trim().toUpperCase() === paid_currency,
      paid_currency,
    ],
    ['rate', typed === '' || parseExchangeRate(typed) === recordedRate, recordedRate],
  ]
}
