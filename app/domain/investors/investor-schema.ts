import { z } from 'zod'
import { checkbox, emailAddress, optionalPhone, optionalText, requiredText } from '../../values/fields.ts'

/**
 * The form that adds an investor (MIN-007, MIN-008). `key` makes sending it twice harmless (decisions §4). `linkedEmail`
 * is the address whose account may be linked: what the dialog asked about, so that another address asks again.
 */
export const AddInvestorSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  fullName: requiredText(200, 'Full name is required'),
  email: requiredEmail(),
  phone: optionalPhone(),
  linkedEmail: optionalText(254),
})

/** Empty says so as the name does; only what was typed can be a wrong address. */
function requiredEmail() {
  return z
    .string()
    .refine((text) => text.trim() !== '', 'Email is required')
    .pipe(emailAddress())
}

export type AddInvestorInput = z.output<typeof AddInvestorSchema>

/**
 * The form that changes an investor (MIN-017, MIN-008). `version` is the one it was opened with: when it has moved,
 * nothing is changed. The address is brought into the same shape as when adding; `useAccountEmail` takes that of the
 * sign-in account instead, where an import left two.
 */
export const EditInvestorSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  version: z.coerce.number('Reload the page and try again.').int('Reload the page and try again.'),
  fullName: requiredText(200, 'Full name is required'),
  email: requiredEmail(),
  phone: optionalPhone(),
  useAccountEmail: checkbox(),
})

export type EditInvestorInput = z.output<typeof EditInvestorSchema>
