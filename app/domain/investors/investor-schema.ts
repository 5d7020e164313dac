import { z } from 'zod'
import { checkbox, emailAddress, optionalText, requiredText } from '../../values/fields.ts'

/** The form that adds an investor (MIN-007, MIN-008). `key` makes sending it twice harmless (decisions §4). */
export const AddInvestorSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  fullName: requiredText(200, 'Full name is required'),
  email: emailAddress(),
  phone: optionalText(40),
  linkAccount: checkbox(),
})

export type AddInvestorInput = z.output<typeof AddInvestorSchema>
