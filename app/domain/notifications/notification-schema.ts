import { z } from 'zod'
import { optionalId, requiredNote, requiredText } from '../../values/fields.ts'

/**
 * The form of Create New Notification (MNO-008, MNO-009). `recipients` is `all`, `active`, `investor`, or a project by id
 * or short name (W-36); `investorId` says which investor. `key` makes sending it twice harmless.
 */
export const SendNotificationSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  title: requiredText(160, 'Notification title is required'),
  message: requiredNote(4000, 'Message is required'),
  recipients: requiredText(80, 'Choose who should receive it'),
  investorId: optionalId('Choose an investor of the list.'),
})

export type SendNotificationInput = z.output<typeof SendNotificationSchema>
