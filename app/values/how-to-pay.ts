import { type CalendarDate, formatDay } from './calendar-date.ts'
import {
  type ExchangeRate,
  type ForeignCurrency,
  formatCurrency,
  rateWords,
} from './exchange-rate.ts'
import { grouped } from './grouped.ts'
import { milestoneWords } from './milestone-words.ts'
import { type Cents, formatAmount } from './money.ts'
import { splitForMpesa } from './mpesa-limits.ts'
import { accountNumberLabels, type OpenPaymentAccount, typedReference } from './payment-account.ts'

/** What to pay in another currency, in whole units, at the company's rate of a day. */
export type Quote = {
  currency: ForeignCurrency
  minor: bigint
  rate: ExchangeRate
  on: CalendarDate
}

/**
 * All that a payer needs: what to type, where to pay, and how much. `amount` is null where nothing is to be paid; `later`
 * says then what the payment plan waits for.
 */
export type HowToPay = {
  reference: string
  accounts: OpenPaymentAccount[]
  amount: Cents | null
  later: string | null
  quotes: Quote[]
}

/** For how many days the quoted amount is taken at its rate. */
const quoteDays = 3

/** How long the amounts in other currencies hold. */
export const quotesHold = `Amounts in other currencies are valid for ${quoteDays} days; later payments use the rate of the day.`

/** The warning that goes with account details wherever they are shown. */
export const neverChangesByMessage =
  'Our account details never change by email, message or phone: a change is shown in your portal. If details differ from your portal, do not pay and call us.'

/** The amount in dollars and in the other currencies: `$1,000 (KES 129,240 at 129.24 KES per USD of 2 Nov 2026)`. */
export function amountWords({
  amount,
  quotes,
}: Pick<HowToPay, 'amount' | 'quotes'>): string | null {
  if (amount === null) return null
  const others = quotes.map(quoteWords).join('; ')
  return `${formatAmount(amount, 'always')}${others ? ` (${others})` : ''}`
}

/** An open amount of a plan without a day; without a milestone it is what nearly paid lines lack. */
export type UndatedAmount = { milestone: string | null; days: number; open: Cents }

/** `Nothing is to be paid now. $7,000.00 when “Roof” is reached.` */
export function laterWords(amounts: readonly UndatedAmount[]): string {
  const parts = amounts.map(({ milestone, days, open }) => {
    const when =
      milestone === null
        ? 'is left from earlier instalments'
        : milestoneWords(milestone, days).replace(/^W/, 'w')
    return `${formatAmount(open, 'always')} ${when}.`
  })
  return ['Nothing is to be paid now.', ...parts].join(' ')
}

/** A quote for people: `KES 129,240 at 129.24 KES per USD of 2 Nov 2026`. */
export function quoteWords({ minor, currency, rate, on }: Quote): string {
  return `${wholeUnits(minor, currency)} at ${rateWords(rate, currency)} of ${formatDay(on)}`
}

const wholeUnits = (minor: bigint, currency: ForeignCurrency) =>
  formatCurrency(minor, currency).replace(/\.00$/, '')

/** An amount that takes more days is better paid by bank. */
const mostMpesaDays = 7

const mpesaLimits = 'M-Pesa takes at most KES 250,000 at a time and KES 500,000 a day'

/** Belongs to each till where accounts are shown. */
export const tillNote =
  'A till takes no reference: after paying, send us the M-Pesa message under “I have paid” in your portal.'

/**
 * What M-Pesa asks of a payer at an account, one of `accounts`: how an amount over its limits is paid, and that a till takes
 * no reference. Null where there is nothing to say, and for other kinds of account.
 */
export function mpesaWords(
  account: Pick<OpenPaymentAccount, 'kind' | 'currency'>,
  quotes: readonly Quote[],
  accounts: readonly Pick<OpenPaymentAccount, 'kind'>[],
): string | null {
  const limits = limitWords(account, quotes, accounts)
  if (account.kind !== 'till') return limits
  return limits === null ? tillNote : `${limits} ${tillNote}`
}

/** How an amount over M-Pesa’s limits is paid into an account; null where the limits do not matter. */
export function limitWords(
  { kind, currency }: Pick<OpenPaymentAccount, 'kind' | 'currency'>,
  quotes: readonly Quote[],
  accounts: readonly Pick<OpenPaymentAccount, 'kind'>[],
): string | null {
  const takesMpesa = (kind === 'paybill' || kind === 'till') && currency === 'KES'
  const shillings = quotes.find((quote) => quote.currency === 'KES')
  if (!takesMpesa || !shillings) return null
  const { full, rest, days } = splitForMpesa(shillings.minor)
  const payments = full + (rest > 0n ? 1 : 0)
  if (payments < 2) return null
  if (days > mostMpesaDays) {
    const instead = accounts.some((account) => account.kind === 'bank')
      ? 'Pay by bank transfer instead.'
      : 'Ask us how to pay.'
    return `${mpesaLimits}; this amount would take ${grouped(days)} days. ${instead}`
  }
  const parts = [
    `${full === 1 ? 'one' : full} of KES 250,000`,
    ...(rest > 0n ? [`one of ${wholeUnits(rest, 'KES')}`] : []),
  ].join(' and ')
  const onDays = days > 1 ? `, over ${days} days` : ''
  return `By M-Pesa, pay in ${payments} payments${onDays}: ${parts}. ${mpesaLimits}.`
}

/** The lines of one account: what each is called, and its value. */
export function accountLines(account: OpenPaymentAccount, reference: string): [string, string][] {
  const number: [string, string] = [accountNumberLabels[account.kind], account.number]
  if (account.kind === 'till') return [number]
  const label = account.kind === 'paybill' ? 'Account number' : 'Reference'
  return [number, [label, typedReference(account, reference)]]
}

/** The latest day on which the details of an account changed; null without accounts. */
export function detailsOf(accounts: readonly OpenPaymentAccount[]): Date | null {
  const times = accounts.map(({ detailsChangedAt }) => detailsChangedAt.getTime())
  return times.length === 0 ? null : new Date(Math.max(...times))
}
