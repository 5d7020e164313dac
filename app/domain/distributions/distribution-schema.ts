import { z } from 'zod'
import { checkbox, optionalNote, positiveAmount, requiredDay } from '../../values/fields.ts'

export const DistributionDraftSchema = z.object({
  projectId: z.uuid('Choose a project.'),
  total: positiveAmount('The amount must be greater than zero.'),
  datedOn: requiredDay('Enter the record date.'),
  note: optionalNote(500),
})

/** `seen` identifies the shares that were shown; `again` confirms a repeated distribution. */
export const RecordDistributionSchema = DistributionDraftSchema.extend({
  key: z.uuid('Reload the page and try again.'),
  again: checkbox(),
  seen: z.string().regex(/^[0-9a-f]{64}$/, 'Reload the page and try again.'),
})
