import { z } from 'zod'
import { checkbox } from '../../values/fields.ts'

/** The form of *Email preferences*: what it does not send is off. */
export const MailChoiceSchema = z.object({ messages: checkbox(), news: checkbox() })

/**
 * Which notices an investor gets by mail besides the portal: `messages` that the office sends by email as well,
 * `news` of documents, progress and distributions. Receipts and mails about the sign-in always go.
 */
export type MailChoice = z.output<typeof MailChoiceSchema>
