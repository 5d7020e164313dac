import { z } from 'zod'
import { requiredNote } from '../../values/fields.ts'

const version = z.coerce
  .number('Reload the page and try again.')
  .int('Reload the page and try again.')

/** A change of an inquiry's standing; `version` is that of the inquiry one was looking at. */
export const ChangeInquirySchema = z.object({
  act: z.enum(['new', 'contacted', 'closed', 'spam', 'not-spam'], 'Reload the page and try again.'),
  version,
})

export type InquiryAct = z.output<typeof ChangeInquirySchema>['act']

/** A note of the team; `key` makes a repeated submission harmless. */
export const InquiryNoteSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  body: requiredNote(4000, 'Write the note first'),
})

export type InquiryNoteInput = z.output<typeof InquiryNoteSchema>

/** Says that an inquiry came from an investor who is there already. */
export const LinkInquirySchema = z.object({ investorId: z.uuid('Reload the page and try again.') })
