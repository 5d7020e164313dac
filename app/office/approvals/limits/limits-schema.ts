import { z } from 'zod'
import { optionalAmount } from '../../../values/fields.ts'
import { cents } from '../../../values/money.ts'

const limit = optionalAmount

/** The form of the approval limits: an amount in dollars for each act, or nothing for never. */
export const LimitsSchema = z.object({
  payment: limit(),
  refund: limit(),
  adjustment: limit(),
  void: limit(),
  distribution: limit(),
  sending: limit(),
  return: limit(),
  /** The limits that the form showed, in cents with commas between them, in the order of the acts. */
  were: z
    .string()
    .regex(/^(\d{0,18},){6}\d{0,18}$/, 'Reload the page and try again.')
    .transform((text) => text.split(',').map((part) => (part === '' ? null : cents(BigInt(part))))),
})
