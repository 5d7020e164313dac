import { ownInvestmentMessage } from '../../../domain/payments/own-investment.ts'
import type { PaymentRecorded } from '../../../domain/payments/record-payment.server.ts'
import { notFound } from '../../../platform/session.server.ts'
import { formatDay } from '../../../values/calendar-date.ts'
import { type FormReply, refuseForm } from '../../../values/form.ts'
import { formatAmount } from '../../../values/money.ts'

export type PaymentRefused =
  | Extract<PaymentRecorded, { refused: string }>
  | { refused: 'unreadable'; reply: FormReply }

/** What stands beside which field, or above them all. An investment that nobody has is a 404, thrown. */
export function refusePayment(form: FormData, refused: PaymentRefused): FormReply {
  const beside = (field: string, sentence: string) =>
    refuseForm(form, { errors: { [field]: sentence } })
  const above = (message: string) => refuseForm(form, { message })
  switch (refused.refused) {
    case 'unreadable':
      return refused.reply
    case 'not-found':
      throw notFound()
    case 'not-positive':
      return beside('amount', 'Payment must be greater than zero.')
    case 'exceeds-remaining':
      return beside(
        'amount',
        `Payment cannot exceed the remaining ${formatAmount(refused.remaining, 'when-needed')}.`,
      )
    case 'next-exceeds-remaining':
      return beside(
        'nextPaymentAmount',
        `After this payment ${formatAmount(refused.remaining, 'when-needed')} remains. Enter no more than that.`,
      )
    case 'next-before-received':
      return beside(
        'nextPaymentOn',
        'The next payment cannot come before the day this one was received.',
      )
    case 'in-the-future':
      return beside(
        'receivedOn',
        `This date is still to come. Choose ${formatDay(refused.today)} or earlier.`,
      )
    case 'before-investment':
      return beside(
        'receivedOn',
        `The investment began on ${formatDay(refused.investedOn)}. Choose that day or later.`,
      )
    case 'same-reference':
      return refuseForm(form, {
        errors: {
          reference: 'This reference is already recorded. Check it.',
          repeats: 'Tick this only if a second payment really has the same reference.',
        },
      })
    case 'already-settled':
      return above('This investment has been fully paid meanwhile. Nothing was recorded.')
    case 'cancelled':
      return above('This investment has been cancelled meanwhile. Nothing was recorded.')
    case 'archived':
      return above(
        'This investment, its project or its investor is archived. Nothing was recorded.',
      )
    case 'own-investor':
      return above(ownInvestmentMessage)
    case 'key-reused':
      return above('This was sent before with other figures. Reload the page and try again.')
    default:
      return refused satisfies never
  }
}
