import { z } from 'zod'
import { checkbox } from '../../../values/fields.ts'

/** `key` makes a repeated submission harmless. */
export const InvitationActSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  act: z.enum(['send', 'withdraw'], 'Choose what to do.'),
})

/** `again` also replaces invitations that are still open. */
export const SendInvitationsSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  again: checkbox(),
})
