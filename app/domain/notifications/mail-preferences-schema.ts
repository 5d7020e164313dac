import { z } from 'zod'
import { checkbox } from '../../values/fields.ts'

/** A missing field means off. */
export const MailChoiceSchema = z.object({ messages: checkbox(), news: checkbox() })

/** `messages`: from the office; `news`: documents, progress, distributions. Receipts are always emailed. */
export type MailChoice = z.output<typeof MailChoiceSchema>
