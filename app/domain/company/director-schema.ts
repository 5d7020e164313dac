import { z } from 'zod'
import { requiredText } from '../../values/fields.ts'

/** The form of a director; `place` is where the public page shows them, 1 first. */
export const DirectorSchema = z.object({
  version: z.coerce.number('Reload the page and try again.').int().nonnegative(),
  name: requiredText(80, 'Name is required'),
  role: requiredText(80, 'Role is required'),
  place: z
    .string()
    .trim()
    .regex(/^[1-9]\d?$/, 'Enter a number from 1 to 99.')
    .transform(Number),
})

export type DirectorInput = z.output<typeof DirectorSchema>
