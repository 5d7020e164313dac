import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import type { HeldReason } from '../bank-matching/matching.ts'

/** What a transaction is, as the list has it. A rest that is held for an investor is not matched yet. */
export const transactionStates = ['unmatched', 'suggested', 'matched', 'excluded'] as const
/** One of `transactionStates`. */
export type TransactionState = (typeof transactionStates)[number]

export const transactionStateLabels: Record<TransactionState, string> = {
  unmatched: 'Unmatched',
  suggested: 'Suggested',
  matched: 'Matched',
  excluded: 'Excluded',
}

/** Why a transaction is no payment of an investor. */
export const transactionExclusions = [
  'charge',
  'sweep',
  'own-transfer',
  'withdrawal',
  'reversal-pair',
  'other',
] as const
/** One of `transactionExclusions`. */
export type TransactionExclusion = (typeof transactionExclusions)[number]

/** Why a person excludes a transaction. */
export const exclusionsByHand = transactionExclusions.filter(
  (exclusion) => exclusion !== 'reversal-pair',
)

export const transactionExclusionLabels: Record<TransactionExclusion, string> = {
  charge: 'Charge',
  sweep: 'Sweep to the settlement account',
  'own-transfer': 'Transfer between own accounts',
  withdrawal: 'Withdrawal',
  'reversal-pair': 'Reversed by the provider',
  other: 'Not for an investment',
}

/** Why no more of a transaction is matched or sent back than is open, in hundredths. */
export const onlyLeft = (open: bigint, currency: Currency): string =>
  `Only ${formatCurrency(open, currency)} of this transaction is left.`

/**
 * What a transaction may be, the likeliest first: a payment on an investment, an entry that was recorded by hand, or the
 * reversal of a matched transaction. `reason` is a sentence part for people.
 */
export type StoredSuggestion =
  | { kind: 'investment'; investmentId: string; reason: string; score: number }
  | { kind: 'entry'; entryId: string; reason: string }
  | { kind: 'reversal'; transactionId: string; reason: string }

/** A line of a statement with what became of it. Amounts are in hundredths of `currency`, negative for money out. */
export type BankTransaction = {
  id: string
  accountId: string
  providerNumber: string
  leg: string
  mpesaCode: string | null
  /** The provider's number of the payment that this line takes back. */
  reversalOf: string | null
  occurredAt: Date
  valueOn: CalendarDate
  minor: bigint
  currency: Currency
  payerName: string | null
  payerNumber: string | null
  typedReference: string | null
  phone: string | null
  narrative: string
  exclusion: TransactionExclusion | null
  allocatedMinor: bigint
  returnedMinor: bigint
  heldForId: string | null
  state: TransactionState
  suggestions: StoredSuggestion[]
  /** Why an exact reference was not matched without a person. */
  waitsBecause: HeldReason | null
}

/** What is neither matched nor returned yet, in hundredths; negative for money out. */
export const openMinor = (
  transaction: Pick<BankTransaction, 'minor' | 'allocatedMinor' | 'returnedMinor'>,
): bigint => transaction.minor - transaction.allocatedMinor - transaction.returnedMinor

/** The provider's own number as people quote it; null where the statement has none. */
export function quotedNumber({
  mpesaCode,
  providerNumber,
}: Pick<BankTransaction, 'mpesaCode' | 'providerNumber'>): string | null {
  return mpesaCode ?? (providerNumber.startsWith('~') ? null : providerNumber)
}

/** The payer's number for people: M-Pesa may send its hash, 64 hexadecimal digits, instead. */
export const payerNumberWords = (number: string): string =>
  /^[0-9a-f]{64}$/i.test(number) ? 'number hidden by M-Pesa' : number

/** A part for one investment, in hundredths of the transaction's currency; null for as much as it still takes. */
export type MatchPart = { investmentId: string; minor: bigint | null }

/** The most investments that one transaction is divided among by hand. */
export const mostParts = 12
