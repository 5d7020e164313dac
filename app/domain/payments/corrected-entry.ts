import { type Cents, formatAmount } from '../../values/money.ts'

/** A refund or a void for its investor; `amount` is positive in both directions. */
export type CorrectedEntry = {
  kind: 'payment' | 'refund' | 'adjustment'
  amount: Cents
  project: string
  reason: string
  /** Null where it had none. */
  receiptNumber: string | null
}

/** Used by notification and email alike. */
export type CorrectionNotice = { title: string; sentence: string }

const voided = {
  payment: ['Payment Voided', 'Your payment'],
  refund: ['Refund Voided', 'The refund'],
  adjustment: ['Adjustment Voided', 'An adjustment'],
} as const

/** The text for a voided entry by its kind. */
export function voidNotice({ kind, amount, project }: CorrectedEntry): CorrectionNotice {
  const [title, subject] = voided[kind]
  const sentence = `${subject} of ${formatAmount(amount, 'when-needed')} for the ${project} project has been voided.`
  return { title, sentence }
}

/** The text for a refund. */
export function refundNotice({ amount, project }: CorrectedEntry): CorrectionNotice {
  const sentence = `A refund of ${formatAmount(amount, 'when-needed')} for the ${project} project has been recorded.`
  return { title: 'Payment Refunded', sentence }
}
