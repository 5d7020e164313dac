import { z } from 'zod'
import {
  optionalId,
  optionalNote,
  optionalText,
  positiveAmount,
  requiredDay,
} from '../../values/fields.ts'
import { nextPaymentFields, nextPaymentHasADay } from '../investments/investment-schema.ts'
import { type PaymentMethod, paymentMethods } from '../investments/payment-methods.ts'

const negativePayment =
  'A payment cannot be negative. Record money given back as a refund, or void a payment that was wrong.'

/** `key` makes a double click record once; `repeats` confirms a payment with the same reference. */
export const RecordPaymentSchema = z
  .object({
    key: z.uuid('Reload the page and try again.'),
    amount: positiveAmount('Payment must be greater than zero.', negativePayment),
    receivedOn: requiredDay('Enter the day the money was received.'),
    method: z.enum(paymentMethods, 'Choose how the money was paid.'),
    reference: optionalText(80),
    note: optionalNote(500),
    repeats: optionalId('Reload the page and try again.'),
    ...nextPaymentFields,
  })
  .superRefine(nextPaymentHasADay)

/** `method` is null for an investment added fully paid. */
export type RecordPaymentInput = Omit<
  z.output<typeof RecordPaymentSchema>,
  'method' | 'repeats'
> & {
  method: PaymentMethod | null
  repeats?: string | null
}
