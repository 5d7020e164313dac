import { z } from 'zod'
import { checkbox, requiredDay, requiredNote } from '../../values/fields.ts'
import { updateIntervals } from './update-promise.ts'
import { wholePercent } from './whole-percent.ts'

const updateFields = {
  datedOn: requiredDay('Enter the date of the update.'),
  percent: wholePercent('Enter the progress, from 0 to 100.'),
  body: requiredNote(4000, 'Write what has been done.'),
  isPublic: checkbox(),
}

/** `isPublic` shows it on the public page too; `told` notifies the project's investors. */
export const ReportProgressSchema = z.object({
  key: z.uuid('Close this and try again.'),
  ...updateFields,
  told: checkbox(),
})

export const EditUpdateSchema = z.object({
  version: z.coerce.number('Close this and try again.').int('Close this and try again.'),
  ...updateFields,
})

/** `every` is null for no promise. */
export const UpdatePromiseSchema = z.object({
  every: z
    .enum([...updateIntervals, 'never'], 'Choose one of these.')
    .transform((every) => (every === 'never' ? null : every)),
})

export type ReportProgressInput = z.output<typeof ReportProgressSchema>
export type EditUpdateInput = z.output<typeof EditUpdateSchema>
