import { type Cents, formatAmount } from '../../values/money.ts'

/** A refund, or what a void took back, as it is told to the investor. `amount` is above zero, whichever way it went. */
export type CorrectedEntry = {
  kind: 'payment' | 'refund' | 'adjustment'
  amount: Cents
  project: string
  reason: string
  /** Of a payment that has one. */
  receiptNumber: string | null
}

/** What a correction is called, and what it says without its reason: the same in a notification and in a mail. */
export type CorrectionNotice = { title: string; sentence: string }

const voided = {
  payment: ['Payment Voided', 'Your payment'],
  refund: ['Refund Voided', 'The refund'],
  adjustment: ['Adjustment Voided', 'An adjustment'],
} as const

/** How a void is told, by what was voided. */
export function voidNotice({ kind, amount, project }: CorrectedEntry): CorrectionNotice {
  const [title, subject] = voided[kind]
  const sentence = `${subject} of ${formatAmount(amount, 'when-needed')} for the ${project} project has been voided.`
  return { title, sentence }
}

/** How a refund is told. */
export function refundNotice({ amount, project }: CorrectedEntry): CorrectionNotice {
  const sentence = `A refund of ${formatAmount(amount, 'when-needed')} for the ${project} project has been recorded.`
  return { title: 'Payment Refunded', sentence }
}
