import { z } from 'zod'
import { checkbox, requiredDay, requiredNote } from '../../values/fields.ts'
import { wholePercent } from './whole-percent.ts'

const updateFields = {
  datedOn: requiredDay('Enter the date of the update.'),
  percent: wholePercent('Enter the progress, from 0 to 100.'),
  body: requiredNote(4000, 'Write what has been done.'),
}

/** The form that reports progress; `told`: the investors of the project are notified. */
export const ReportProgressSchema = z.object({
  key: z.uuid('Close this and try again.'),
  ...updateFields,
  told: checkbox(),
})

/** The form that corrects an update, with the version it was opened with. */
export const EditUpdateSchema = z.object({
  version: z.coerce.number('Close this and try again.').int('Close this and try again.'),
  ...updateFields,
})

export type ReportProgressInput = z.output<typeof ReportProgressSchema>
export type EditUpdateInput = z.output<typeof EditUpdateSchema>
