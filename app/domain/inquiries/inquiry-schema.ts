import { z } from 'zod'
import { emailAddress, optionalPhone, requiredNote, requiredText } from '../../values/fields.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { honeypotField, maxLengths, missingMessages } from './inquiry.ts'

const fields = {
  name: requiredText(maxLengths.name, missingMessages.name),
  email: emailAddress(missingMessages.email),
  message: requiredNote(maxLengths.message, missingMessages.message),
  /** Robots fill it in; the command judges that. */
  [honeypotField]: z.string(),
  startedAt: z.string(),
}

/** A valid phone number makes the sender a possible investor. One-line subjects prevent header injection. */
export const contactInquirySchema = (readPhone: PhoneReader) =>
  z.object({ ...fields, phone: optionalPhone(readPhone) })

export const LandingInquirySchema = z.object({
  ...fields,
  subject: requiredText(maxLengths.subject, missingMessages.subject),
})
