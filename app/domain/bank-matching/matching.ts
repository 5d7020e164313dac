import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { ExchangeRate } from '../../values/exchange-rate.ts'
import type { Cents } from '../../values/money.ts'

/** What matching reads of a bank transaction: the fields of the same names of a `StatementLine`. */
export type MatchableTransaction = {
  id: string
  leg: string
  providerNumber: string
  occurredAt: string
  valueOn: CalendarDate
  minor: bigint
  currency: Currency
  payerName: string | null
  payerNumber: string | null
  typedReference: string | null
  phone: string | null
  mpesaCode: string | null
  narrative: string
  /** What is not allocated yet; `minor` for a new transaction. */
  remainingMinor?: bigint
}

export type MatchableInvestment = {
  id: string
  reference: string
  investorId: string
  investorName: string
  /** In any writing. */
  investorPhones: readonly string[]
  project: string
  agreed: Cents
  received: Cents
  status: 'pending' | 'active' | 'completed' | 'cancelled'
  isArchived: boolean
  investedOn: CalendarDate
  nextPayment: { amount: Cents; on: CalendarDate } | null
}

/** A payer that a person matched: the masked number and the name, as the transaction had them. */
export type KnownPayer = {
  payerNumber: string | null
  payerName: string | null
  investorId: string
}

/** A payment that a person matched before. */
export type EarlierMatch = {
  payerNumber: string | null
  payerName: string | null
  typedReference: string | null
  investmentId: string
}

/** What an investor submitted. `at` is to the minute, ISO 8601; null when the message has no time. */
export type MatchableProof = {
  id: string
  code: string
  minor: bigint
  currency: Currency
  at: string | null
  investmentId: string
  investorId: string
}

/** Whose payments are known, and how. */
export type PayerFacts = {
  people: readonly Pick<MatchableInvestment, 'investorId' | 'investorName' | 'investorPhones'>[]
  knownPayers: readonly KnownPayer[]
  earlierMatches: readonly EarlierMatch[]
}

export type MatchingFacts = Omit<PayerFacts, 'people'> & {
  investments: readonly MatchableInvestment[]
  proofs: readonly MatchableProof[]
  /** Units per US dollar of the latest rate not after the day; null when there is none. */
  rateOn: (currency: Currency, day: CalendarDate) => ExchangeRate | null
}

/** Why a match was made without a person. */
export type AutomaticReason = 'reference' | 'proof'

/** `amountMinor` is in the transaction's currency and at most what remains to be paid. */
export type AutomaticMatch = {
  investmentId: string
  amountMinor: bigint
  because: AutomaticReason
  proofId: string | null
}

/** `reason` is a sentence part for people; `score` is from 0 to 100. */
export type Suggestion = { investmentId: string; reason: string; score: number }

/** Why an exact reference does not match without a person. */
export const heldReasons = {
  'before-investment': 'The payment is dated before the investment it names.',
  completed: 'The payment names a completed investment.',
  cancelled: 'The payment names a cancelled investment.',
  archived: 'The payment names an archived investment.',
  'no-rate': 'There is no exchange rate for the day of the payment.',
  'several-references': 'The payment names several investments.',
  'other-payer': 'The payer and the amount are those of another investment.',
  'code-day': 'The day in the M-Pesa code is not the day of the payment.',
} as const
export type HeldReason = keyof typeof heldReasons

export type MatchResult = {
  automatic: AutomaticMatch | null
  /** The likeliest first, at most five. */
  suggestions: Suggestion[]
  held: HeldReason | null
}
