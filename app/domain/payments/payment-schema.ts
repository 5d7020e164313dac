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

/**
 * The form of Record Payment. `key` is made when the form is shown, so that a double click books once;
 * `nextPaymentOn` sets the following date in the same step; `repeats` is the payment that carries the same
 * reference, once it was shown and is meant to be recorded again.
 */
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

/** `method` is null where no one was asked: for an investment that is added fully paid. */
export type RecordPaymentInput = Omit<
  z.output<typeof RecordPaymentSchema>,
  'method' | 'repeats'
> & {
  method: PaymentMethod | null
  repeats?: string | null
}
