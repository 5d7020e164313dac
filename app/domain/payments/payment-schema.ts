import { z } from 'zod'
import { optionalId, optionalNote, optionalText, requiredDay } from '../../values/fields.ts'
import type { ParsedForm } from '../../values/form.ts'
import { type MoneyInput, moneyFields, parseMoneyForm } from '../exchange-rates/paid-amount.ts'
import { nextPaymentFields, nextPaymentHasADay } from '../investments/investment-schema.ts'
import { type PaymentMethod, paymentMethods } from '../investments/payment-methods.ts'

const negativePayment =
  'A payment cannot be negative. Record money given back as a refund, or void a payment that was wrong.'

/** `key` makes a double click record once; `repeats` confirms a payment with the same reference, `onStatement` one whose line of a statement is open. */
const RecordPaymentSchema = z
  .object({
    key: z.uuid('Reload the page and try again.'),
    ...moneyFields('Payment must be greater than zero.', negativePayment),
    receivedOn: requiredDay('Enter the day the money was received.'),
    method: z.enum(paymentMethods, 'Choose how the money was paid.'),
    reference: optionalText(80),
    accountId: optionalId('Reload the page and try again.'),
    payerName: optionalText(120),
    note: optionalNote(500),
    repeats: optionalId('Reload the page and try again.'),
    onStatement: optionalId('Reload the page and try again.'),
    ...nextPaymentFields,
  })
  .check(nextPaymentHasADay)

/** `method` is null for an investment added fully paid. */
export type RecordPaymentInput = Omit<
  z.output<typeof RecordPaymentSchema>,
  | 'method'
  | 'repeats'
  | 'onStatement'
  | 'accountId'
  | 'payerName'
  | 'amount'
  | 'currency'
  | 'rate'
  | 'rateSource'
  | 'rateConfirmed'
> & {
  amount: MoneyInput
  method: PaymentMethod | null
  repeats?: string | null
  onStatement?: string | null
  /** The account of the company that took it. */
  accountId?: string | null
  /** Who paid, where that is not the investor. */
  payerName?: string | null
  /** Leaves an agreed day without an amount; for payments that no one was asked about. */
  keepsNextPayment?: boolean
}

/** Reads the form of a payment, in dollars or in another currency. */
export function parsePayment(form: FormData): ParsedForm<RecordPaymentInput> {
  return parseMoneyForm(RecordPaymentSchema, form)
}
