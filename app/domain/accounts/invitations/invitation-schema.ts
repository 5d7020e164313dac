import { z } from 'zod'
import { checkbox } from '../../../values/fields.ts'

/** What is done to a pending invitation. `key` makes a repeated submission harmless. */
export const InvitationActSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  act: z.enum(['send', 'withdraw'], 'Choose what to do.'),
})

/** The invitations of a selection, an import or a list; `again` replaces those still open. */
export const SendInvitationsSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  again: checkbox(),
})
