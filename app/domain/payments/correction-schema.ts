import { z } from 'zod'
import {
  amount,
  optionalText,
  positiveAmount,
  requiredDay,
  requiredNote,
} from '../../values/fields.ts'
import { paymentMethods } from '../investments/payment-methods.ts'

const key = () => z.uuid('Reload the page and try again.')

/** The form of a refund: money given back to the investor, with the reason they are told. */
export const RefundSchema = z.object({
  key: key(),
  amount: positiveAmount('A refund must be greater than zero.'),
  refundedOn: requiredDay('Enter the date the money was returned.'),
  method: z.enum(paymentMethods, 'Choose how the money was returned.'),
  reference: optionalText(80),
  reason: requiredNote(500, 'Enter why the money is returned.'),
})

/** A refund as it was read from the form. */
export type RefundInput = z.output<typeof RefundSchema>

/** The form of an adjustment: what was received actually, and the version of the investment it corrects. */
export const AdjustmentSchema = z.object({
  key: key(),
  version: z.coerce.number('Reload the page and try again.').int().positive(),
  received: amount(),
  datedOn: requiredDay('Enter the effective date.'),
  reason: requiredNote(500, 'Enter why the amount is corrected.'),
})

/** An adjustment as it was read from the form. */
export type AdjustmentInput = z.output<typeof AdjustmentSchema>

/** The form of a void, of a ledger entry or of a distribution. */
export const VoidSchema = z.object({
  key: key(),
  reason: requiredNote(500, 'Enter why this is voided.'),
})
