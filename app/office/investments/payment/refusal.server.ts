import type { OpenLine } from '../../../domain/payments/open-lines.server.ts'
import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import type { PaymentRecorded } from '../../../domain/payments/record-payment.server.ts'
import type { ActionReply, Refusals } from '../../../platform/http/form-action.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { formatAmount } from '../../../values/money.ts'
import { remainingWords } from '../../parts/remaining-words.ts'
import { rateRefusals } from '../parts/rate-refusals.ts'

type Same = Extract<PaymentRecorded, { refused: 'same-reference' }>['same']

/** The payment with the same reference, or the open line of a statement with it. */
export type PaymentReply = ActionReply<{ same: Same; line: OpenLine }>

export const paymentRefusals: Refusals<
  PaymentRecorded | { refused: 'on-statement'; line: OpenLine }
> = {
  'on-statement': ({ line }) => ({
    errors: {
      reference: 'A transaction with this number is waiting to be matched.',
      onStatement: 'Tick this only if it is another payment.',
    },
    facts: { line },
  }),
  'not-positive': { errors: { amount: 'Payment must be greater than zero.' } },
  'exceeds-remaining': (refused) => ({
    errors: { amount: `Payment cannot exceed the remaining ${remainingWords(refused)}.` },
  }),
  'next-exceeds-remaining': ({ remaining }) => ({
    errors: {
      nextPaymentAmount: `After this payment ${formatAmount(remaining, 'when-needed')} remains. Enter no more than that.`,
    },
  }),
  'next-before-received': {
    errors: {
      nextPaymentOn: 'The next payment cannot come before the day this one was received.',
    },
  },
  'in-the-future': ({ today }) => ({
    errors: { receivedOn: `This date is in the future. Choose ${formatDay(today)} or earlier.` },
  }),
  'before-investment': ({ investedOn }) => ({
    errors: {
      receivedOn: `The investment began on ${formatDay(investedOn)}. Choose that day or later.`,
    },
  }),
  'same-reference': ({ same }) => ({
    errors: {
      reference: 'This reference is already recorded. Check it.',
      repeats: 'Tick this only if a second payment really has the same reference.',
    },
    facts: { same },
  }),
  ...rateRefusals,
  'account-currency': ({ currency }) => ({
    errors: {
      accountId: `This account takes only ${currency}. Choose another account, or ${currency} as the currency.`,
    },
  }),
  'already-settled': 'This investment is now fully paid. Nothing was recorded.',
  cancelled: 'This investment was cancelled. Nothing was recorded.',
  archived: 'This investment, its project or its investor is archived. Nothing was recorded.',
  'own-investor': ownInvestmentMessage,
  'key-reused': 'The form was already sent with different values. Reload the page and try again.',
}
