import { z } from 'zod'
import { checkbox, optionalId, requiredNote, requiredText } from '../../values/fields.ts'

/**
 * `recipients` is `all`, `active`, `investor` (with `investorId`), or a project by id or short
 * name. `byEmail` also emails it. `key` makes a repeated submission harmless.
 */
export const SendNotificationSchema = z.object({
  key: z.uuid('Reload the page and try again.'),
  ...words(),
  byEmail: checkbox(),
})

export type SendNotificationInput = z.output<typeof SendNotificationSchema>

export const EditNotificationSchema = z.object({
  version: z.coerce.number('Reload the page and try again.').int('Reload the page and try again.'),
  ...words(),
  unreadAgain: checkbox(),
})

export type EditNotificationInput = z.output<typeof EditNotificationSchema>

/** `seenAt` is when the displayed list was read. */
export const ClearNotificationsSchema = z.object({
  seenAt: z.iso.datetime('Reload the page and try again.').transform((text) => new Date(text)),
})

function words() {
  return {
    title: requiredText(160, 'Notification title is required'),
    message: requiredNote(4000, 'Message is required'),
    recipients: requiredText(80, 'Choose who should receive it'),
    investorId: optionalId('Choose an investor from the list.'),
  }
}
