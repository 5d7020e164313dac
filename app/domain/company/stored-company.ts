import { z } from 'zod'
import { StoredAccountCodesSchema } from './account-codes-schema.ts'
import type { Company } from './company.ts'
import { isNoReplyAddress, newCompany } from './new-company.ts'

const text = z.string()
/** Earlier installations may have stored a no-reply sender. */
const contact = text
  .nullable()
  .transform((email) => (email === null || isNoReplyAddress(email) ? null : email))
const link = text.regex(/^https:\/\//i).nullable()

/** Lengths are checked by the form only. */
const StoredCompanySchema = z.object({
  name: text,
  registrationNumber: text.nullable(),
  taxPin: text.nullable(),
  register: text.nullable(),
  registerUrl: link,
  regulator: text.nullable(),
  licence: text.nullable(),
  licenceUrl: link,
  auditors: text.nullable(),
  bank: text.nullable(),
  brand: text,
  foundedYear: z.int().nullable(),
  headline: text,
  tagline: text,
  motto: text,
  blurb: text,
  about: text,
  riskWarning: text,
  contactEmail: contact,
  supportEmail: contact,
  phone: text.nullable(),
  phoneRegion: text.regex(/^[A-Z]{2}$/),
  whatsapp: text.regex(/^\d+$/).nullable(),
  offices: z.array(z.object({ city: text, address: text })),
  hours: z.array(z.object({ days: text, open: text })),
  answerTime: text,
  social: z.object({ linkedin: link, twitter: link, instagram: link }),
  figures: z.object({ properties: text, invested: text, satisfaction: text }).nullable(),
  testimonials: z.array(z.object({ quote: text, signedBy: text })),
  accountCodes: StoredAccountCodesSchema,
  reminders: z.object({ before: text, after: text }),
}) satisfies z.ZodType<Company>

/** The company from its row. Unknown or damaged settings get defaults, so that no page fails. */
export function readStoredCompany(facts: unknown, email: string): Company {
  const fallback = newCompany(email)
  const stored = { ...fallback, ...(typeof facts === 'object' ? facts : {}) }
  const read = StoredCompanySchema.safeParse(stored)
  if (read.success) return read.data
  const broken = new Set(read.error.issues.map(({ path }) => path[0]))
  const whole = Object.entries(stored).filter(([name]) => !broken.has(name))
  return StoredCompanySchema.parse({ ...fallback, ...Object.fromEntries(whole) })
}
