import { formatPaid, type PaidInCurrency } from '../../values/exchange-rate.ts'
import type { Cents } from '../../values/money.ts'

/** A refund or a void for its investor; `amount` and `paid` are positive in both directions. */
export type CorrectedEntry = {
  kind: 'payment' | 'refund' | 'adjustment'
  amount: Cents
  /** What moved in another currency. */
  paid: PaidInCurrency | null
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
export function voidNotice({ kind, amount, paid, project }: CorrectedEntry): CorrectionNotice {
  const [title, subject] = voided[kind]
  const sentence = `${subject} of ${formatPaid(amount, paid)} for the ${project} project has been voided.`
  return { title, sentence }
}

/** The text for a refund. */
export function refundNotice({ amount, paid, project }: CorrectedEntry): CorrectionNotice {
  const sentence = `A refund of ${formatPaid(amount, paid)} for the ${project} project has been recorded.`
  return { title: 'Payment Refunded', sentence }
}
