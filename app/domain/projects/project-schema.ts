import { z } from 'zod'
import {
  amount,
  checkbox,
  optionalDay,
  optionalNote,
  optionalPercent,
  optionalText,
  requiredText,
} from '../../values/fields.ts'
import { projectStatuses } from './project.ts'

/**
 * The form that adds a project (MPR-011 to MPR-015). The total value must be typed, and 0 is a value; an empty progress
 * is 0, and a figure that cannot be read is refused, never taken for 0 (decisions §1, W-56).
 */
export const AddProjectSchema = z
  .object({
    key: z.uuid('Reload the page and try again.'),
    name: requiredText(120, 'Name is required'),
    location: requiredText(120, 'Location is required'),
    status: z.enum(projectStatuses, 'Choose a status.'),
    description: optionalNote(5000),
    totalValue: amount(),
    annualReturn: optionalPercent(),
    progress: wholePercent(),
    startedOn: optionalDay(),
    completionOn: optionalDay(),
    published: checkbox(),
    coverAlt: optionalText(300),
  })
  .refine(({ startedOn, completionOn }) => !startedOn || !completionOn || completionOn >= startedOn, {
    path: ['completionOn'],
    message: 'The completion date cannot come before the start date.',
  })

export type AddProjectInput = z.output<typeof AddProjectSchema>

function wholePercent() {
  return z.string().transform((text, context) => {
    const figures = text.trim().replace(/\s*%$/, '')
    const percent = figures === '' ? 0 : Number(figures)
    if (/^\d{0,3}$/.test(figures) && percent <= 100) return percent
    context.addIssue({ code: 'custom', message: 'Progress is a whole number from 0 to 100.' })
    return z.NEVER
  })
}
