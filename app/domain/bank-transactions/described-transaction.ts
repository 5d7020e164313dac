import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import type { Cents } from '../../values/money.ts'
import { isCodeOfDay } from '../../values/mpesa-code.ts'
import type { OpenProposal } from '../approvals/approval.ts'
import type { AutomaticReason } from '../bank-matching/matching.ts'
import type { BankTransaction, TransactionExclusion } from './bank-transaction.ts'

/** An investment that a transaction may be a payment on, as people recognise it. */
export type NamedInvestment = {
  investmentId: string
  investorId: string
  investor: string
  project: string
  reference: string
  remaining: Cents
  status: 'pending' | 'active' | 'completed' | 'cancelled'
  isArchived: boolean
}

/** An entry of a ledger, as people recognise it. */
export type NamedEntry = {
  entryId: string
  investmentId: string
  investor: string
  project: string
  amount: Cents
  paid: PaidInCurrency | null
  on: CalendarDate
  receipt: string | null
}

/** A suggestion with what it names. */
export type Proposal = { reason: string } & (
  | ({ kind: 'investment'; score: number } & NamedInvestment)
  | ({ kind: 'entry' } & NamedEntry)
  | { kind: 'reversal'; transactionId: string; payments: NamedEntry[] }
)

/** A part that is matched. `minor` is in the transaction's currency. */
export type TransactionPart = NamedEntry & {
  minor: bigint
  automatic: AutomaticReason | null
  by: string | null
  at: Date
}

/** The last decision about a transaction, by a person or because of a later line. */
export type LastDecision = {
  kind: 'excluded' | 'reopened' | 'returned' | 'held' | 'released'
  exclusion: TransactionExclusion | null
  reason: string | null
  by: string | null
  at: Date
}

/** An investor whose waiting proof has the code of a transaction and says another amount. */
export type DifferingClaim = { investor: string; minor: bigint; currency: Currency }

/** A transaction with the names that a screen shows. */
export type DescribedTransaction = Omit<BankTransaction, 'suggestions'> & {
  account: string
  /** What came in, in dollars at the company's rate of the day; null for dollars and without a rate. */
  dollars: Cents | null
  heldFor: string | null
  /** Whether the money went out with it for a return that was not undone. */
  isReturn: boolean
  proposals: Proposal[]
  parts: TransactionPart[]
  decision: LastDecision | null
  /** Investors who sent in this code and whose proof waits. */
  claims: string[]
  differingClaims: DifferingClaim[]
  /** The receipts of payments that were taken back. */
  voided: string[]
  /** While the transaction is open: the payment that was recorded with its number, and not from it. */
  recorded: NamedEntry | null
  /** Proposals about it that wait for a second person. */
  waiting: OpenProposal[]
}

/** Whether the day in the M-Pesa code of a transaction is another than its own: a typing error, or a forgery. */
export const hasWrongCodeDay = ({
  mpesaCode,
  valueOn,
}: Pick<BankTransaction, 'mpesaCode' | 'valueOn'>): boolean =>
  mpesaCode !== null && !isCodeOfDay(mpesaCode, valueOn)

/**
 * Whether one press confirms a proposal. A code of another day, one that an investor sent in with another amount, a number
 * that is recorded already, money held for someone else, and a reversal have a dialog, where the reason is read first; so
 * has a transaction about which something waits for a second person.
 */
export function isOnePress(transaction: DescribedTransaction, proposal: Proposal): boolean {
  const { waiting, differingClaims, recorded } = transaction
  if (waiting.length > 0 || hasWrongCodeDay(transaction) || differingClaims.length > 0) return false
  if (proposal.kind === 'entry') return true
  if (proposal.kind === 'reversal' || isHeldForOther(transaction, proposal)) return false
  return isTakingPayments(proposal) && recorded === null
}

/** Whether what is open is held for another investor: it is their money. */
export const isHeldForOther = (
  { heldForId }: Pick<BankTransaction, 'heldForId'>,
  { investorId }: { investorId: string },
): boolean => heldForId !== null && heldForId !== investorId

/** Whether a proposal takes the money: a settled, cancelled or archived investment takes no payment. */
export const isTakingPayments = (proposal: Proposal): boolean =>
  proposal.kind !== 'investment' ||
  (!proposal.isArchived &&
    proposal.remaining > 0n &&
    (proposal.status === 'pending' || proposal.status === 'active'))
