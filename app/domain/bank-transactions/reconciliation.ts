import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { Cents } from '../../values/money.ts'

/** What money that came in is as of a day. */
export const inBuckets = [
  'matched',
  'rounding',
  'held',
  'returned',
  'reversed',
  'excluded',
  'unmatched',
] as const

/** What money that went out is as of a day. */
export const outBuckets = [
  'refunds',
  'returns',
  'reversals',
  'charges',
  'sweeps',
  'other',
  'unexplained',
] as const

export const buckets = [...inBuckets, ...outBuckets] as const
/** One of `buckets`. Every hundredth of a transaction is in exactly one. */
export type Bucket = (typeof buckets)[number]

export const bucketLabels: Record<Bucket, string> = {
  matched: 'Matched to investments',
  rounding: 'Rounding of exchanged amounts',
  held: 'Held for investors',
  returned: 'Sent back to payers',
  reversed: 'Reversed by the provider',
  excluded: 'Excluded',
  unmatched: 'Unmatched',
  refunds: 'Refunds',
  returns: 'Sent back to payers',
  reversals: 'Reversals by the provider',
  charges: 'Charges',
  sweeps: 'Sweeps, withdrawals and transfers between own accounts',
  other: 'Excluded',
  unexplained: 'Unexplained',
}

/** An amount in hundredths of the account's currency, always positive, of so many transactions. */
export type BucketFigure = { minor: bigint; transactions: number }

/** A balance and how it is known: stated by a statement, or reckoned from the nearest balance and the lines between. */
export type AccountBalance = { minor: bigint; isStated: boolean }

export type DayRange = { from: CalendarDate; to: CalendarDate }

/** A month of a payment account. */
export type Reconciliation = DayRange & {
  account: { id: string; name: string; number: string; currency: Currency }
  asOf: CalendarDate
  /** Whether the month has ended. */
  isOver: boolean
  buckets: Record<Bucket, BucketFigure>
  in: BucketFigure
  out: BucketFigure
  /** What the ledger has for the matched transactions: payments, refunds and roundings. */
  credited: { payments: Cents; refunds: Cents; rounding: Cents }
  opening: AccountBalance | null
  closing: AccountBalance | null
  /** Opening + in − out − closing; null where a balance is unknown. */
  difference: bigint | null
  /** Days of the month, up to yesterday, that no statement has. */
  gaps: DayRange[]
}

/** The moment at which a day in Nairobi ends. */
export const endOf = (day: CalendarDate): Date => new Date(`${addDays(day, 1)}T00:00:00+03:00`)
