import { z } from 'zod'

/** What is done to a pending invitation. `key` makes sending the form twice harmless (decisions §4). */
export const InvitationActSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  act: z.enum(['send', 'withdraw'], 'Choose what to do.'),
})
