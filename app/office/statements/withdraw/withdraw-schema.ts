import { z } from 'zod'
import { requiredNote } from '../../../values/fields.ts'

/** What the dialog sends that takes a statement back. */
export const WithdrawSchema = z.object({
  reason: requiredNote(500, 'Write why, for the history.'),
})
