import { z } from 'zod'
import { emailAddress, optionalText, requiredNote, requiredText } from '../../values/fields.ts'
import { decoy, longest, missing } from './inquiry.ts'

const fields = {
  name: requiredText(longest.name, missing.name),
  email: emailAddress(missing.email),
  message: requiredNote(longest.message, missing.message),
  /** What holds robots off: judged by the command, never refused here. */
  [decoy]: z.string(),
  startedAt: z.string(),
}

/** The form of the contact page (PUB-085..088). Names and subjects are one line, so that none can end a mail's header. */
export const ContactInquirySchema = z.object({ ...fields, phone: optionalText(longest.phone) })

/** The form of the landing page (PUB-040..042). */
export const LandingInquirySchema = z.object({ ...fields, subject: requiredText(longest.subject, missing.subject) })
