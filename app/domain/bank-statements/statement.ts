import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { DayOrder } from '../imports/import-list.ts'

/** The layouts that are recognised by their content; `mapped` is any other table, with its columns chosen by a person. */
export const statementProfiles = [
  'mpesa-a',
  'mpesa-b',
  'mpesa-merchant',
  'equity',
  'kcb',
  'mt940',
  'camt053',
  'mapped',
] as const
export type StatementProfile = (typeof statementProfiles)[number]

export const statementProfileLabels: Record<StatementProfile, string> = {
  'mpesa-a': 'M-Pesa organisation portal, with a heading',
  'mpesa-b': 'M-Pesa organisation portal, seven columns',
  'mpesa-merchant': 'M-Pesa till, full statement',
  equity: 'Equity Bank',
  kcb: 'KCB Bank',
  mt940: 'SWIFT MT940',
  camt053: 'ISO 20022 CAMT.053',
  mapped: 'Other, columns chosen by hand',
}

/** What a line is. Together with the account and the provider's number it is the identity of the line. */
export const statementLegs = [
  'payment',
  'charge',
  'sweep',
  'reversal',
  'withdrawal',
  'other',
] as const
export type StatementLegKind = (typeof statementLegs)[number]

/**
 * The kind, and what tells lines of one number and kind apart: `-in` for money coming in where such money usually goes out
 * (both halves of a sweep have one receipt number), and `-2`, `-3` for a number that repeats, in the order of time.
 */
export type StatementLeg =
  | StatementLegKind
  | `${StatementLegKind}-in`
  | `${StatementLegKind}${'' | '-in'}-${number}`

export const exclusionReasons = [
  'charge',
  'sweep',
  'own-transfer',
  'withdrawal',
  'reversal-pair',
  'brought-forward',
  'not-completed',
] as const
export type ExclusionReason = (typeof exclusionReasons)[number]

export const exclusionLabels: Record<ExclusionReason, string> = {
  charge: 'Charge',
  sweep: 'Sweep to the settlement account',
  'own-transfer': 'Transfer between own accounts',
  withdrawal: 'Withdrawal',
  'reversal-pair': 'Reversed by the provider',
  'brought-forward': 'Balance brought forward',
  'not-completed': 'Not completed, no money moved',
}

/** A line of a statement. Amounts are in hundredths of the currency. */
export type StatementLine = {
  /** As a spreadsheet counts, or the line of a text. */
  lineNumber: number
  /** The provider's number; where there is none, `~` and a digest of day, amount, text and repetition within the day. */
  providerNumber: string
  leg: StatementLeg
  /** ISO 8601, UTC; the start of the day in Nairobi where the file has no time. */
  occurredAt: string
  /** In Nairobi. */
  valueOn: CalendarDate
  /** Positive in, negative out; zero only for `brought-forward` and `not-completed`, which are no transactions. */
  minor: bigint
  currency: Currency
  balanceMinor: bigint | null
  payerName: string | null
  /** Masked as the file has it, `25471****301`. */
  payerNumber: string | null
  /** What the payer typed as the account number. */
  typedReference: string | null
  /** A whole phone number in the narrative, digits only. */
  phone: string | null
  mpesaCode: string | null
  narrative: string
  /** The provider's number of the payment that this line takes back. */
  reversalOf: string | null
  excluded: ExclusionReason | null
  raw: string
}

/** How amounts are laid out: a column each for in and out, one signed column, or an amount with C or D next to it. */
export type SignLayout =
  | { kind: 'two-columns'; in: string; out: string }
  | { kind: 'signed'; amount: string }
  | { kind: 'amount-and-side'; amount: string; side: string }

/** The headings that hold what a line needs; the others are null. */
export type StatementMapping = {
  dayOrder: DayOrder
  signs: SignLayout
  date: string
  valueDate: string | null
  narrative: string
  number: string | null
  balance: string | null
  payerName: string | null
  payerNumber: string | null
  reference: string | null
}

export type StatementAccount = {
  number: string
  currency: Currency
  profile: StatementProfile | null
}

export type StatementFile = {
  bytes: Uint8Array
  fileName: string
  account: StatementAccount
  mapping?: StatementMapping | null
}

export type Statement = {
  profile: StatementProfile
  /** As the file states it; null when it does not. */
  accountNumber: string | null
  currency: Currency
  period: { from: CalendarDate; to: CalendarDate } | null
  opening: bigint | null
  closing: bigint | null
  /** Whether a person types the totals in and out, because nothing in the file proves that it is whole. */
  needsTotals: boolean
  /** In the order of the file. */
  lines: StatementLine[]
}

/** `unknownLayout` means that the columns can be chosen by hand: see `statementHeadings`. */
export type StatementProblem = { problem: string; line?: number; unknownLayout?: boolean }

/** The totals that a person reads from the statement, both positive, in hundredths. */
export type StatementTotals = { in: bigint; out: bigint }
