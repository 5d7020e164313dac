import { z } from 'zod'
import { optionalDay, requiredText } from '../../values/fields.ts'

const alt = requiredText(300, 'Describe the picture for people who cannot see it.')

/** The file arrives separately. `takenOn` as below; the pictures of an update have its day. */
export const AddPictureSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  alt,
  takenOn: optionalDay(),
})

/** `takenOn` is empty for a drawing of what is planned. */
export const DescribePictureSchema = z.object({ alt, takenOn: optionalDay() })

/** Counted from 1. */
export const MovePictureSchema = z.object({
  pictureId: z.uuid('Reload the page and try again.'),
  place: z.coerce.number().int().min(1).max(1000),
})

export type AddPictureInput = z.output<typeof AddPictureSchema>
