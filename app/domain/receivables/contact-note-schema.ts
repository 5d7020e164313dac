import { z } from 'zod'
import {
  optionalAmount,
  optionalDay,
  requiredDay,
  requiredNote,
  unlessRefused,
} from '../../values/fields.ts'

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
  .refine((note) => note.promisedAmount === null || note.promisedOn !== null, {
    path: ['promisedOn'],
    error: 'Enter the day of the promised payment.',
    when: unlessRefused('promisedOn', 'promisedAmount'),
  })
  .refine(({ promisedAmount }) => promisedAmount !== 0n, {
    path: ['promisedAmount'],
    error: 'Enter an amount above zero, or leave it empty.',
    when: unlessRefused('promisedAmount'),
  })
  .refine(({ promisedOn, contactedOn }) => promisedOn === null || promisedOn >= contactedOn, {
    path: ['promisedOn'],
    error: 'This is before the day of the contact.',
    when: unlessRefused('promisedOn', 'contactedOn'),
  })

export type ContactNoteInput = z.output<typeof ContactNoteSchema>
