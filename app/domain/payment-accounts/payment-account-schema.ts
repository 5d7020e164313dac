import { z } from 'zod'
import { currencies } from '../../values/currency.ts'
import {
  checkbox,
  optionalNote,
  optionalText,
  requiredText,
  unlessRefused,
} from '../../values/fields.ts'
import { paymentAccountKinds } from '../../values/payment-account.ts'
import { optionalAccountCode } from '../company/account-codes-schema.ts'

/** Why the number cannot be one of its kind; null when it can. */
function lengthRefusal({ kind, number }: { kind: string; number: string }): string | null {
  if (kind === 'paybill' || kind === 'till')
    return /^\d{5,7}$/.test(number) ? null : `A ${kind} has 5 to 7 digits.`
  return number.length < 3 ? 'Enter at least 3 digits or letters.' : null
}

/** The form of a payment account. `closed` is ticked for one that no longer takes payments. */
export const PaymentAccountSchema = z
  .object({
    version: z.coerce.number('Reload the page and try again.').int().nonnegative(),
    kind: z.enum(paymentAccountKinds, 'Choose what kind of account this is.'),
    name: requiredText(80, 'Enter the name investors know the account by.'),
    number: requiredText(40, 'Enter the number investors pay to.')
      .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
      .refine((text) => /^[0-9A-Z+]*$/.test(text), 'Use digits and letters only.'),
    currency: z.enum(currencies, 'Choose the currency of the account.'),
    howToPay: optionalNote(600),
    referencePattern: optionalText(40).refine(
      (text) => text === null || /^[0-9A-Za-z#/*-]*\{reference\}[0-9A-Za-z#/*-]*$/.test(text),
      'Include {reference} once, like 441211#{reference}.',
    ),
    accountCode: optionalAccountCode(),
    closed: checkbox(),
  })
  .refine((account) => lengthRefusal(account) === null, {
    path: ['number'],
    when: unlessRefused('kind', 'number'),
    error: ({ input }) => lengthRefusal(input as { kind: string; number: string }) ?? undefined,
  })

export type PaymentAccountInput = z.output<typeof PaymentAccountSchema>
