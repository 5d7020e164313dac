import { z } from 'zod'

/** One email by its id, or all undelivered ones. */
export const ResendSchema = z.object({
  mail: z.union([z.literal('all'), z.uuid()], 'Choose an email.'),
})
