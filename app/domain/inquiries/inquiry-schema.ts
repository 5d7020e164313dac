import { z } from 'zod'
import { emailAddress, optionalPhone, requiredNote, requiredText } from '../../values/fields.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { honeypotField, maxLengths, missingMessages } from './inquiry.ts'

const fields = {
  name: requiredText(maxLengths.name, missingMessages.name),
  email: emailAddress(missingMessages.email),
  message: requiredNote(maxLengths.message, missingMessages.message),
  /** What holds robots off: judged by the command, never refused here. */
  [honeypotField]: z.string(),
  startedAt: z.string(),
}

/**
 * The form of the contact page. Its phone number must be one, so that an investor can be made of its sender. Names
 * and subjects are one line, so that none can end a mail's header.
 */
export const contactInquirySchema = (readPhone: PhoneReader) =>
  z.object({ ...fields, phone: optionalPhone(readPhone) })

/** The form of the landing page. */
export const LandingInquirySchema = z.object({
  ...fields,
  subject: requiredText(maxLengths.subject, missingMessages.subject),
})
