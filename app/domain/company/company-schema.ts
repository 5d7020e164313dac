import { z } from 'zod'
import {
  emailAddress,
  optionalNote,
  optionalText,
  requiredNote,
  requiredText,
} from '../../values/fields.ts'
import { type ParsedForm, refuseForm } from '../../values/form.ts'
import type { PhoneReader } from '../../values/phone.ts'
import { accountNames } from './account-codes.ts'
import { AccountCodesSchema } from './account-codes-schema.ts'
import type { Company } from './company.ts'
import { type CompanyFields, companyLists, fieldsIn, rowsIn } from './company-fields.ts'
import { isNoReplyAddress } from './new-company.ts'
import { ReminderDaysSchema } from './reminder-days-schema.ts'

/** `version` is that of the company the form was opened with. */
export type CompanyInput = { version: number; company: Company }

const mostWordsOfHeadline = 8
const firstYear = 1800

/** Parses the posted settings; errors are named like their fields, rows included. */
export function parseCompany(
  form: FormData,
  thisYear: number,
  readPhone: PhoneReader,
): ParsedForm<CompanyInput> {
  const fields = fieldsIn(form)
  const parsed = companySchema(thisYear, readPhone).safeParse(nest(fields))
  if (parsed.success)
    return { ok: true, value: { version: Number(fields.version), company: parsed.data } }
  const errors = new Map<string, string>()
  for (const { path, message } of parsed.error.issues) {
    const name = path.join('.')
    if (!errors.has(name)) errors.set(name, message)
  }
  return { ok: false, reply: refuseForm(form, { errors: Object.fromEntries(errors) }) }
}

/** A contact address, or empty. */
const optionalEmail = () =>
  z.union([
    z
      .string()
      .refine((text) => text.trim() === '')
      .transform(() => null),
    emailAddress().refine(
      (email) => !isNoReplyAddress(email),
      'Enter an email address that your team reads.',
    ),
  ])

/** Empty text is left out of the public pages. */
const emptyText = (max: number) => optionalText(max).transform((text) => text ?? '')
const emptyNote = (max: number) => optionalNote(max).transform((text) => text ?? '')

/** The PIN of the Kenya Revenue Authority: A for a person or P for a company, nine digits and a letter. */
const taxPin = () =>
  optionalText(20)
    .transform((text) => text?.replace(/[\s-]/g, '').toUpperCase() || null)
    .refine(
      (pin) => pin === null || /^[AP]\d{9}[A-Z]$/.test(pin),
      'Enter a KRA PIN like P051234567X: a letter, nine digits and a letter.',
    )

/** Only names and the risk warning are required; anything empty is left out of the public pages. */
function companySchema(thisYear: number, readPhone: PhoneReader) {
  return z.object({
    name: requiredText(80, 'Name is required'),
    registrationNumber: optionalText(40),
    taxPin: taxPin(),
    register: optionalText(80),
    registerUrl: webAddress(),
    regulator: optionalText(80),
    licence: optionalText(60),
    licenceUrl: webAddress(),
    auditors: optionalText(80),
    bank: optionalText(80),
    brand: requiredText(30, 'Brand is required'),
    foundedYear: year(thisYear),
    headline: headline(),
    tagline: emptyNote(160),
    motto: emptyText(80),
    blurb: emptyNote(300),
    about: emptyNote(1200),
    riskWarning: requiredNote(600, 'Risk warning is required'),
    contactEmail: optionalEmail(),
    supportEmail: optionalEmail(),
    phone: phone(),
    phoneRegion: country(),
    whatsapp: whatsappNumber(readPhone),
    offices: rows('offices', 'offices', {
      city: requiredText(60, 'City is required'),
      address: requiredText(160, 'Address is required'),
    }),
    hours: rows('hours', 'lines', {
      days: requiredText(40, 'Days are required'),
      open: requiredText(40, 'Hours are required'),
    }),
    answerTime: emptyText(60),
    social: z.object({ linkedin: webAddress(), twitter: webAddress(), instagram: webAddress() }),
    figures: figures(),
    testimonials: rows('testimonials', 'testimonials', {
      quote: requiredNote(400, 'Quote is required'),
      signedBy: requiredText(80, 'Signature is required'),
    }),
    accountCodes: AccountCodesSchema,
    reminders: ReminderDaysSchema,
  }) satisfies z.ZodType<Company>
}

/** Rebuilds the nested shape from dotted field names. */
function nest(fields: CompanyFields) {
  const group = (name: string, keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, fields[`${name}.${key}`] ?? '']))
  const texts = Object.keys(companySchema(firstYear, () => null).shape).map((name) => [
    name,
    fields[name] ?? '',
  ])
  return {
    ...Object.fromEntries(texts),
    social: group('social', ['linkedin', 'twitter', 'instagram']),
    accountCodes: group('accountCodes', accountNames),
    reminders: group('reminders', ['before', 'after']),
    figures: group('figures', ['properties', 'invested', 'satisfaction']),
    offices: rowsIn(fields, 'offices'),
    hours: rowsIn(fields, 'hours'),
    testimonials: rowsIn(fields, 'testimonials'),
  }
}

function rows<Shape extends z.ZodRawShape>(
  list: keyof typeof companyLists,
  plural: string,
  shape: Shape,
) {
  const { most } = companyLists[list]
  return z.array(z.object(shape)).max(most, `At most ${most} ${plural}.`)
}

function year(thisYear: number) {
  const sentence = `Enter a year from ${firstYear} to ${thisYear}.`
  return z.string().transform((text, context) => {
    const typed = text.trim()
    if (typed === '') return null
    const founded = Number(typed)
    if (/^\d{4}$/.test(typed) && founded >= firstYear && founded <= thisYear) return founded
    context.addIssue({ code: 'custom', message: sentence })
    return z.NEVER
  })
}

function headline() {
  return emptyText(80).refine(
    (text) => text.split(/\s+/).length <= mostWordsOfHeadline,
    `Please keep the headline to ${mostWordsOfHeadline} words.`,
  )
}

/** A two-letter country code in either case. */
function country() {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return requiredText(40, 'Country is required')
    .transform((text) => text.toUpperCase())
    .refine(
      (code) => /^[A-Z]{2}$/.test(code) && names.of(code) !== undefined,
      'Enter two letters, such as KE.',
    )
}

/** Spaces and brackets are allowed. */
function phone() {
  const example = 'Enter a phone number like +254 20 000 0000.'
  return optionalText(40).refine(
    (text) => text === null || (/^\+?[\d\s().\-/]*$/.test(text) && digitsOf(text).length >= 5),
    example,
  )
}

/** E.164 digits as chat links need them; punctuation is removed. */
function whatsappNumber(readPhone: PhoneReader) {
  return optionalText(40).transform((text, context) => {
    if (text === null) return null
    const read = readPhone(text)
    if (read) return read.replace('+', '')
    const message = 'Enter the number with its country code, like +254 711 000 000.'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '')
}

/** An https address, because it becomes a public link. */
function webAddress() {
  return optionalText(300)
    .refine((text) => text === null || /^https:\/\//i.test(text), 'Start with https://')
    .refine(
      (text) => text === null || isWebAddress(text),
      'Enter a full address, like https://example.com/name.',
    )
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, username, password } = new URL(text)
  return hostname.includes('.') && username === '' && password === ''
}

/** All three or none, because the page shows them in one row. */
function figures() {
  const figure = optionalText(20)
  return z
    .object({ properties: figure, invested: figure, satisfaction: figure })
    .transform(({ properties, invested, satisfaction }, context) => {
      if (properties && invested && satisfaction) return { properties, invested, satisfaction }
      const missing = Object.entries({ properties, invested, satisfaction }).filter(
        ([, text]) => text === null,
      )
      if (missing.length === 3) return null
      for (const [name] of missing) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'Fill in all three or none.',
        })
      }
      return z.NEVER
    })
}
