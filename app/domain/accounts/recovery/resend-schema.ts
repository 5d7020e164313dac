import { z } from 'zod'

/** Which mail of the outbox is sent again: one by its id, or all that were not delivered. */
export const ResendSchema = z.object({
  mail: z.union([z.literal('all'), z.uuid()], 'Choose an email.'),
})
