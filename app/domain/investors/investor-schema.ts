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

/**
 * The form that adds an investor. `key` makes a repeated submission harmless. `linkedEmail` is the address whose
 * account may be linked: what the dialog asked about, so that another address asks again.
 */
export const addInvestorSchema = (readPhone: PhoneReader) =>
  z.object({
    key: z.uuid('Reload the page and try again.'),
    fullName: requiredText(200, 'Full name is required'),
    email: requiredEmail(),
    phone: optionalPhone(readPhone),
    linkedEmail: optionalText(254),
  })

/** Empty says so as the name does; only what was typed can be a wrong address. */
function requiredEmail() {
  return z
    .string()
    .refine((text) => trimmed(text) !== '', 'Email is required')
    .pipe(emailAddress())
}

export type AddInvestorInput = z.output<ReturnType<typeof addInvestorSchema>>

/**
 * The form that changes an investor. `version` is the one it was opened with: when it has moved, nothing is
 * changed. The address is brought into the same shape as when adding; `useAccountEmail` takes that of the sign-in
 * account instead, where an import left two.
 */
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
