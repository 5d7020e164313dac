import { z } from 'zod'
import { checkbox, optionalNote, positiveAmount, requiredDay } from '../../values/fields.ts'

/** What is asked about a distribution before its shares can be shown. */
export const DistributionDraftSchema = z.object({
  projectId: z.uuid('Choose a project.'),
  total: positiveAmount('The amount must be greater than zero.'),
  datedOn: requiredDay('Enter the record date.'),
  note: optionalNote(500),
})

/** A draft with the key that makes it happen once, the mark of the shares that were shown, and whether to record it again. */
export const RecordDistributionSchema = DistributionDraftSchema.extend({
  key: z.uuid('Reload the page and try again.'),
  again: checkbox(),
  seen: z.string().regex(/^[0-9a-f]{64}$/, 'Reload the page and try again.'),
})
