import { z } from 'zod'
import { requiredNote } from '../../values/fields.ts'

/** The form that publishes a new version of a legal text; `version` is the one it was opened with, 0 for none. */
export const LegalTextSchema = z.object({
  version: z.coerce.number('Reload the page and try again.').int().nonnegative(),
  body: requiredNote(60_000, 'Enter the text.'),
})
