import { z } from 'zod'
import { type CalendarDate, parseCalendarDate } from './calendar-date.ts'
import { type Cents, isPositive, parseAmount } from './money.ts'
import { type BasisPoints, parsePercent } from './percent.ts'
import { type PhoneReader, phoneRefusal } from './phone.ts'
import { normalizeText, textFault, textFaultMessages } from './typed-text.ts'
import { collapseBlanks, trimmed, withoutInvisible } from './visible.ts'

/** Characters (RFC 5321). */
const longestEmail = 254
/** Characters. */
const longestPhone = 40

/** A visible character may be several code points of up to four bytes, plus blanks. */
const bytesFor = (characters: number) => 16 * characters + 1_000

/** Direction controls, which would reorder following text, are removed. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** Control characters other than line breaks and tabs; PostgreSQL cannot store NUL. */
const controlInText = /\p{Cc}/u
const controlInNote = /[^\P{Cc}\n\t]/u

/**
 * One required line of up to `max` code points: NFC, blanks collapsed, direction controls removed.
 * `missing` is the message when nothing is visible; control characters are refused.
 */
export function requiredText(max: number, missing: string) {
  return readText(max, controlInText).refine((text) => text !== '', missing)
}

/** One optional line, null when empty; otherwise like `requiredText`. */
export function optionalText(max: number) {
  return readText(max, controlInText).transform(emptyAsNull)
}

/** An optional phone number in the form `read` stores, null when empty. Refused when `read` cannot read it. */
export function optionalPhone(read: PhoneReader) {
  return readText(longestPhone, controlInText).transform((text, context) => {
    if (text === '') return null
    return read(text) ?? refuse(context, phoneRefusal(text))
  })
}

/** Several required lines; line ends become `\n`; otherwise like `requiredText`. */
export function requiredNote(max: number, missing: string) {
  return readText(max, controlInNote).refine((text) => text !== '', missing)
}

/** Several optional lines, null when empty; otherwise like `requiredNote`. */
export function optionalNote(max: number) {
  return readText(max, controlInNote).transform(emptyAsNull)
}

/** An email address, trimmed and in lower case. A confirmation email checks whether it exists. */
export function emailAddress(message = 'Please enter a valid email address') {
  return z
    .string()
    .refine((text) => textFault(text, bytesFor(longestEmail)) === null, message)
    .transform((text) => withoutInvisible(normalizeText(text)).toLowerCase())
    .pipe(z.email(message).max(longestEmail, message))
}

/** Longer texts cannot be a figure, day or id. */
const shortText = () => z.string().max(bytesFor(0), textFaultMessages['too-long'])

/** An amount of zero or more in cents; `negativeMessage` replaces the usual refusal. */
export function amount(negativeMessage?: string) {
  return shortText().transform((text, context) => readAmount(text, context, negativeMessage))
}

/** An amount above zero; `zeroMessage` is the message for zero. */
export function positiveAmount(zeroMessage: string, negativeMessage?: string) {
  return amount(negativeMessage).refine(isPositive, zeroMessage)
}

/** An optional amount, null when empty and never zero. */
export function optionalAmount() {
  return shortText().transform((text, context) =>
    trimmed(text) === '' ? null : readAmount(text, context),
  )
}

/** A calendar day; `missing` is the message when empty. */
export function requiredDay(missing: string) {
  return shortText().transform((text, context) => {
    if (trimmed(text) === '') return refuse(context, missing)
    return readDay(text, context)
  })
}

/** An optional calendar day, null when empty. */
export function optionalDay() {
  return shortText().transform((text, context) =>
    trimmed(text) === '' ? null : readDay(text, context),
  )
}

/** An optional percent, null when empty; at most 100% unless `most` is given. */
export function optionalPercent(most?: BasisPoints) {
  return shortText().transform((text, context): BasisPoints | null => {
    if (trimmed(text) === '') return null
    const parsed = parsePercent(text, most)
    return parsed.ok ? parsed.rate : refuse(context, parsed.message)
  })
}

/** The id of a picker or select, null when nothing is chosen; `unknown` is the message for anything else. */
export function optionalId(unknown: string) {
  return shortText().transform(emptyAsNull).pipe(z.uuid(unknown).nullable())
}

/** True when ticked; browsers send nothing otherwise. */
export function checkbox() {
  return z.string().transform((text) => text !== '')
}

function readText(max: number, control: RegExp) {
  const tooLong = `Please keep this to ${max} characters.`
  return z
    .string()
    .superRefine((text, context) => {
      const fault = textFault(text, bytesFor(max))
      if (fault)
        context.addIssue({
          code: 'custom',
          message: fault === 'too-long' ? tooLong : textFaultMessages[fault],
        })
    })
    .transform((text) =>
      trimmed(normalizeText(text).replaceAll('\r\n', '\n').replaceAll(turning, '')),
    )
    .refine((text) => !control.test(text), 'Please remove the invisible characters.')
    .transform((text) => (control === controlInText ? collapseBlanks(text) : text))
    .refine((text) => Array.from(text).length <= max, tooLong)
}

function emptyAsNull(text: string): string | null {
  return text === '' ? null : text
}

function readAmount(text: string, context: z.RefinementCtx, negativeMessage?: string): Cents {
  const parsed = parseAmount(text)
  if (parsed.ok) return parsed.amount
  return refuse(context, parsed.isNegative ? (negativeMessage ?? parsed.message) : parsed.message)
}

function readDay(text: string, context: z.RefinementCtx): CalendarDate {
  const parsed = parseCalendarDate(text)
  return parsed.ok ? parsed.day : refuse(context, parsed.message)
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}

type Payload = { issues: readonly { path?: readonly PropertyKey[] | undefined }[] }

/** `when` of a check across these fields: it also runs while others are refused, so that all messages appear together. */
export function unlessRefused(...names: string[]): (payload: Payload) => boolean {
  return ({ issues }) => !issues.some(({ path }) => names.includes(String(path?.[0])))
}
