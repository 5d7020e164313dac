import { heldReasons } from '../../domain/bank-matching/matching.ts'
import { onlyLeft } from '../../domain/bank-transactions/bank-transaction.ts'
import type { TransactionDecided } from '../../domain/bank-transactions/decide-transaction.server.ts'
import type { EntryLinked } from '../../domain/bank-transactions/link-entry.server.ts'
import type { TransactionMatched } from '../../domain/bank-transactions/match-transaction.server.ts'
import type { MatchUndone } from '../../domain/bank-transactions/undo-match.server.ts'
import { ownInvestmentMessage } from '../../domain/payments/own-investment.ts'
import { formatDay } from '../../values/calendar-date.ts'
import { formatAmount } from '../../values/money.ts'
import { remainingWords } from '../parts/remaining-words.ts'

type Answer =
  | TransactionMatched
  | MatchUndone
  | EntryLinked
  | TransactionDecided
  | { refused: 'code-day' | 'other-amount' | 'waits' | 'held-for-other' | 'several-parts' }
/** Why something about a transaction was not done. */
export type TransactionRefused = Extract<Answer, { refused: string }>

type Code = TransactionRefused['refused']
type RefusedAs<Name extends Code> = Extract<TransactionRefused, { refused: Name }>
type Words = { [Name in Code]: string | ((refused: RefusedAs<Name>) => string) }

const words: Words = {
  'not-found': 'This transaction or investment no longer exists. Reload the page.',
  'not-open': 'This transaction was matched or excluded in the meantime. Nothing was changed.',
  'code-day': `${heldReasons['code-day']} Match this transaction by hand.`,
  'other-amount':
    'An investor sent in this code with another amount. Match this transaction by hand.',
  'held-for-other': 'This money is held for another investor. Match this transaction by hand.',
  'several-parts':
    'Several payments are matched to this transaction. Reload the page, then undo the match.',
  waits: 'A change to this transaction is already waiting for approval. Nothing was changed.',
  'money-out': 'This money went out. Match it to a refund, or exclude it.',
  'own-statement':
    'You uploaded this statement. Above the limit for payments by hand, another person matches it.',
  'no-investment': 'This investment no longer exists. Choose another.',
  'no-parts': 'Choose an investment, and each investment only once.',
  'exceeds-transaction': ({ open, currency }) => onlyLeft(open, currency),
  'entry-taken': 'This entry was voided or matched in the meantime. Nothing was changed.',
  'entry-differs': 'This entry has a different amount, currency or account.',
  'not-matched': 'This transaction is no longer matched.',
  'has-parts': 'A part of this transaction is matched or returned. Undo that first.',
  'nothing-to-reopen': 'This transaction is already open.',
  'is-return':
    'The money went out with this line. Undo the return at the transaction it was sent back for.',
  'not-sent': 'This outgoing transaction has a different amount or account, or is already matched.',
  'key-reused': 'The form was already sent with different values. Reload the page and try again.',
  'not-positive': 'Enter an amount greater than zero.',
  'already-settled': 'This investment is fully paid.',
  cancelled: 'This investment is cancelled.',
  archived: 'This investment, its project or its investor is archived.',
  'own-investor': ownInvestmentMessage,
  'exceeds-remaining': (refused) =>
    `Only ${remainingWords(refused)} remains to be paid. Enter less: the rest is held for the investor.`,
  'before-investment': ({ investedOn }) =>
    `This money arrived before the investment began on ${formatDay(investedOn)}.`,
  'same-reference': ({ same }) =>
    `This number is already recorded: ${formatAmount(same.amount, 'when-needed')} from ${same.investor} on ${formatDay(same.receivedOn)}.`,
  'no-rate': ({ currency, on }) =>
    `There is no ${currency} rate for ${formatDay(on)} or before. Enter it under Exchange rates.`,
  'in-the-future': ({ today }) =>
    `This date is in the future. Choose ${formatDay(today)} or earlier.`,
  'before-transaction': ({ valueOn }) =>
    `The money arrived on ${formatDay(valueOn)}. Choose that day or later.`,
  'before-entry': ({ datedOn }) => `The entry is dated ${formatDay(datedOn)}, which is later.`,
  'already-voided': 'This payment was voided in the meantime.',
  'below-zero':
    'Without this payment the received total would be below zero. Void the refund first.',
  'above-amount': 'Without this entry more than the agreed amount would be received.',
  'account-currency': ({ currency }) => `This account takes only ${currency}.`,
  'next-before-received': 'The next payment cannot come before this one.',
  'next-exceeds-remaining': 'The next payment is more than what remains.',
  'rate-differs': 'The exchange rate of the day was changed. Reload the page and try again.',
  'rate-far': 'The exchange rate is far from the company rate.',
  'not-quoted': 'This was not the company rate in the three days before.',
}

/** For a dialog that was opened for a transaction with nothing open. */
export const notOpenNow =
  'Nothing of this transaction is left: it is matched, sent back or excluded.'

/** The sentence for people. */
export function refusalWords<Refused extends TransactionRefused>(refused: Refused): string {
  const found = words[refused.refused] as string | ((facts: Refused) => string)
  return typeof found === 'function' ? found(refused) : found
}
