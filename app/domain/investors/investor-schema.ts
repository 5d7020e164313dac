import { z } from 'zod'
import {
  checkbox,
  emailAddress,
  optionalPhone,
  optionalText,
  requiredText,
} from '../../values/fields.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { trimmed } from '../../values/visible.ts'

/** `key` makes a repetition harmless. `linkedEmail` is the address the dialog asked about; another asks again. */
export const addInvestorSchema = (readPhone: PhoneReader) =>
  z.object({
    key: z.uuid('Reload the page and try again.'),
    fullName: requiredText(200, 'Full name is required'),
    email: requiredEmail(),
    phone: optionalPhone(readPhone),
    linkedEmail: optionalText(254),
  })

/** Empty and invalid addresses have different messages. */
function requiredEmail() {
  return z
    .string()
    .refine((text) => trimmed(text) !== '', 'Email is required')
    .pipe(emailAddress())
}

export type AddInvestorInput = z.output<ReturnType<typeof addInvestorSchema>>

/** Refused for an outdated `version`. `useAccountEmail` takes the account's address where an import left two. */
export const editInvestorSchema = (readPhone: PhoneReader) =>
  z.object({
    key: z.uuid('Reload the page and try again.'),
    version: z.coerce
      .number('Reload the page and try again.')
      .int('Reload the page and try again.'),
    fullName: requiredText(200, 'Full name is required'),
    email: requiredEmail(),
    phone: optionalPhone(readPhone),
    useAccountEmail: checkbox(),
  })

export type EditInvestorInput = z.output<ReturnType<typeof editInvestorSchema>>
