import { z } from 'zod'
import { amount, optionalText, requiredDay, requiredNote } from '../../values/fields.ts'
import type { ParsedForm } from '../../values/form.ts'
import { type MoneyInput, moneyFields, parseMoneyForm } from '../exchange-rates/paid-amount.ts'
import { paymentMethods } from '../investments/payment-methods.ts'

const key = () => z.uuid('Reload the page and try again.')

const RefundSchema = z.object({
  key: key(),
  ...moneyFields('A refund must be greater than zero.'),
  refundedOn: requiredDay('Enter the date the money was returned.'),
  method: z.enum(paymentMethods, 'Choose how the money was returned.'),
  reference: optionalText(80),
  reason: requiredNote(500, 'Enter why the money is returned.'),
})

/** The investor is shown the reason. */
export type RefundInput = Omit<
  z.output<typeof RefundSchema>,
  'amount' | 'currency' | 'rate' | 'rateSource' | 'rateConfirmed'
> & { amount: MoneyInput }

/** Reads the form of a refund, in dollars or in another currency. */
export function parseRefund(form: FormData): ParsedForm<RefundInput> {
  return parseMoneyForm(RefundSchema, form)
}

/** The true received amount, and the version of the investment it corrects. */
export const AdjustmentSchema = z.object({
  key: key(),
  version: z.coerce.number('Reload the page and try again.').int().positive(),
  received: amount(),
  datedOn: requiredDay('Enter the effective date.'),
  reason: requiredNote(500, 'Enter why the amount is corrected.'),
})

export type AdjustmentInput = z.output<typeof AdjustmentSchema>

export const VoidSchema = z.object({
  key: key(),
  reason: requiredNote(500, 'Enter why this is voided.'),
})
