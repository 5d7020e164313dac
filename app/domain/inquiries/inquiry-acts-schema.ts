import { z } from 'zod'
import { requiredNote } from '../../values/fields.ts'

const version = z.coerce
  .number('Reload the page and try again.')
  .int('Reload the page and try again.')

/** `version` is that of the displayed inquiry. */
export const ChangeInquirySchema = z.object({
  act: z.enum(['new', 'contacted', 'closed', 'spam', 'not-spam'], 'Reload the page and try again.'),
  version,
})

export type InquiryAct = z.output<typeof ChangeInquirySchema>['act']

/** `key` makes a repeated submission harmless. */
export const InquiryNoteSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  body: requiredNote(4000, 'Write the note first'),
})

export type InquiryNoteInput = z.output<typeof InquiryNoteSchema>

export const LinkInquirySchema = z.object({ investorId: z.uuid('Reload the page and try again.') })
