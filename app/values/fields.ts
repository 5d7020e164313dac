import { z } from 'zod'
import { type CalendarDate, parseCalendarDate } from './calendar-date.ts'
import { type Cents, isPositive, parseAmount } from './money.ts'
import { type BasisPoints, parsePercent } from './percent.ts'
import { type PhoneReader, phoneRefusal } from './phone.ts'
import { normalizeText, textFault, textFaultMessages } from './typed-text.ts'
import { collapseBlanks, trimmed, withoutInvisible } from './visible.ts'

/** The longest address that mail can be sent to, in characters (RFC 5321). */
const longestEmail = 254
/** As people write it, in characters. */
const longestPhone = 40

/** A character as people count them may be typed as several, of four bytes each at most; blanks at the ends fit in too. */
const bytesFor = (characters: number) => 16 * characters + 1_000

/** What turns the direction of the text that follows it, beyond its end: invisible, and left out. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** Line breaks and tabs aside; a database cannot even store the first of them. */
const controlInText = /\p{Cc}/u
const controlInNote = /[^\P{Cc}\n\t]/u

/**
 * One line that must be filled in, such as a name: NFC, blanks at the ends removed and others one space, up to `max`
 * characters as people count them (code points), without what turns the direction of text. `missing` is the sentence when
 * there is nothing to see in it; control characters are refused.
 */
export function requiredText(max: number, missing: string) {
  return readText(max, controlInText).refine((text) => text !== '', missing)
}

/** One line that may stay empty, which then is `null`; else as `requiredText`. */
export function optionalText(max: number) {
  return readText(max, controlInText).transform(emptyAsNull)
}

/**
 * A phone number as people write it, in the form in which `read` stores it, which may stay empty and then is `null`. What
 * `read` cannot read is refused with words.
 */
export function optionalPhone(read: PhoneReader) {
  return readText(longestPhone, controlInText).transform((text, context) => {
    if (text === '') return null
    return read(text) ?? refuse(context, phoneRefusal(text))
  })
}

/** Several lines that must be filled in, such as a reason or a message; line ends become `\n`; else as `requiredText`. */
export function requiredNote(max: number, missing: string) {
  return readText(max, controlInNote).refine((text) => text !== '', missing)
}

/** Several lines that may stay empty, which then are `null`; else as `requiredNote`. */
export function optionalNote(max: number) {
  return readText(max, controlInNote).transform(emptyAsNull)
}

/**
 * An email address, trimmed and in lower case, as accounts and investors keep it. Whether it exists is for the
 * confirmation mail to find out.
 */
export function emailAddress(message = 'Please enter a valid email address') {
  return z
    .string()
    .refine((text) => textFault(text, bytesFor(longestEmail)) === null, message)
    .transform((text) => withoutInvisible(normalizeText(text)).toLowerCase())
    .pipe(z.email(message).max(longestEmail, message))
}

/** What is no text but a figure, a day or an id: a longer one is none of these, and is not looked at. */
const shortText = () => z.string().max(bytesFor(0), textFaultMessages['too-long'])

/** An amount from zero up, in cents; refused as `parseAmount` refuses, below zero with `negativeMessage` where one is given. */
export function amount(negativeMessage?: string) {
  return shortText().transform((text, context) => readAmount(text, context, negativeMessage))
}

/** An amount that must be above zero; `zeroMessage` is the sentence for zero. */
export function positiveAmount(zeroMessage: string, negativeMessage?: string) {
  return amount(negativeMessage).refine(isPositive, zeroMessage)
}

/** An amount that may stay empty, which then is `null`: never a zero that nobody typed (decisions §1). */
export function optionalAmount() {
  return shortText().transform((text, context) =>
    trimmed(text) === '' ? null : readAmount(text, context),
  )
}

/** A calendar day; `missing` is the sentence when it is empty. */
export function requiredDay(missing: string) {
  return shortText().transform((text, context) => {
    if (trimmed(text) === '') return refuse(context, missing)
    return readDay(text, context)
  })
}

/** A calendar day that may stay empty, which then is `null`. */
export function optionalDay() {
  return shortText().transform((text, context) =>
    trimmed(text) === '' ? null : readDay(text, context),
  )
}

/** A percent that may stay empty, which then is `null`; at most 100% unless `most` says otherwise. */
export function optionalPercent(most?: BasisPoints) {
  return shortText().transform((text, context): BasisPoints | null => {
    if (trimmed(text) === '') return null
    const parsed = parsePercent(text, most)
    return parsed.ok ? parsed.rate : refuse(context, parsed.message)
  })
}

/** The id that a picker or a select posts, which is `null` while nothing is chosen; `unknown` is the sentence for anything else. */
export function optionalId(unknown: string) {
  return shortText().transform(emptyAsNull).pipe(z.uuid(unknown).nullable())
}

/** A checkbox: true when it was ticked. The browser sends nothing for one that was not. */
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
