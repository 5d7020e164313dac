import { z } from 'zod'
import {
  optionalAmount,
  optionalDay,
  optionalNote,
  optionalText,
  positiveAmount,
  requiredDay,
} from '../../values/fields.ts'

/** How money arrives; the first is what most people use. */
export const paymentMethods = ['bank-transfer', 'mobile-money', 'card', 'cash', 'cheque', 'other'] as const

/** The word for each method. */
export const paymentMethodLabels: Record<(typeof paymentMethods)[number], string> = {
  'bank-transfer': 'Bank transfer',
  'mobile-money': 'Mobile money',
  card: 'Card',
  cash: 'Cash',
  cheque: 'Cheque',
  other: 'Other',
}

/**
 * The form of Record Payment (MIV-034). `key` is made when the form is shown, so that a double click books once;
 * `nextPaymentOn` sets the following date in the same step (W-24).
 */
export const RecordPaymentSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  amount: positiveAmount('Payment must be greater than zero.'),
  receivedOn: requiredDay('Enter the day the money was received.'),
  method: z.enum(paymentMethods, 'Choose how the money was paid.'),
  reference: optionalText(80),
  note: optionalNote(500),
  nextPaymentOn: optionalDay(),
  nextPaymentAmount: optionalAmount(),
})

export type RecordPaymentInput = z.output<typeof RecordPaymentSchema>
