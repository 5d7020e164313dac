import { z } from 'zod'
import { checkbox } from '../../values/fields.ts'

/** A missing field means off. */
export const MailChoiceSchema = z.object({
  messages: checkbox(),
  news: checkbox(),
  reminders: checkbox(),
})

/**
 * `messages`: from the office; `news`: documents, progress, distributions; `reminders`: of payments that are due. Receipts
 * are always emailed.
 */
export type MailChoice = z.output<typeof MailChoiceSchema>
