import { z } from 'zod'
import { optionalAmount, optionalDay, requiredDay, requiredNote } from '../../values/fields.ts'

export const longestContactNote = 1000

/** A promise has a day, and may have an amount. `key` makes a repetition harmless. */
export const ContactNoteSchema = z
  .object({
    key: z.uuid('Reload the page and try again.'),
    note: requiredNote(longestContactNote, 'Enter what was discussed.'),
    contactedOn: requiredDay('Enter the day of the contact.'),
    promisedOn: optionalDay(),
    promisedAmount: optionalAmount(),
  })
  .superRefine(({ contactedOn, promisedOn, promisedAmount }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (promisedAmount !== null && promisedOn === null)
      refuse('promisedOn', 'Enter the day of the promised payment.')
    if (promisedAmount === 0n)
      refuse('promisedAmount', 'Enter an amount above zero, or leave it empty.')
    if (promisedOn !== null && promisedOn < contactedOn)
      refuse('promisedOn', 'This is before the day of the contact.')
  })

export type ContactNoteInput = z.output<typeof ContactNoteSchema>
