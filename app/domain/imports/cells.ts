import { z } from 'zod'
import { formatDay } from '../../values/calendar-date.ts'
import { type Cents, parseAmount, subtract, zero } from '../../values/money.ts'
import { inFull } from './days.ts'

/** How the sentence for a day begins that can be read both ways; the page that checks a file then asks for the order. */
export const unclearDay = 'Day or month first?'

/** A cell with a day, as text for the field that reads it: 2026-03-31 for 31/03/2026, anything else as it is. */
function asDay(text: string, context: z.RefinementCtx): string {
  const { 'day-first': dayFirst, 'month-first': monthFirst } = inFull(text)
  if (dayFirst && monthFirst) {
    const message = `${unclearDay} It is ${formatDay(dayFirst)} or ${formatDay(monthFirst)}.`
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text.trim()) ?? []
  return (
    dayFirst ??
    monthFirst ??
    (year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text)
  )
}

/** A cell with a day, read by this field. */
export const dayCell = <Field extends z.ZodType<unknown, string>>(field: Field) =>
  z.string().transform(asDay).pipe(field)

/** Whether an amount is written as one below zero, in any currency: -500.00, (500.00), [500.00], 500.00-, 500.00 DR. */
export function isWrittenNegative(text: string): boolean {
  const figures = text.replaceAll(/[\s\p{L}\p{Sc}]/gu, '')
  if (!/\p{Nd}/u.test(figures)) return false
  return /^[-−–—([]|[-−–—]$/.test(figures) || /\d\s*dr\.?\s*$/i.test(text)
}

/** An amount of US dollars that may be below zero, as exports and banks write it. Null for what is no such amount. */
export function signedAmount(text: string): Cents | null {
  const isNegative = isWrittenNegative(text)
  const figures = text.replaceAll(/\busd?\b|[\s$]/gi, '')
  const parsed = parseAmount(
    isNegative ? figures.replaceAll(/^[-−–—([]+|[-−–—)\]]+$|dr\.?$/gi, '') : figures,
  )
  if (!parsed.ok) return null
  return isNegative ? subtract(zero, parsed.amount) : parsed.amount
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** One of some words, in capitals or not; `empty` is what an empty cell means, or the sentence when it may not be. */
export function wordCell<Kind extends string>(
  words: Readonly<Record<string, Kind>>,
  refusal: string,
  empty: { means: Kind } | string,
) {
  return z.string().transform((text, context): Kind => {
    const typed = plain(text)
    if (typed === '' && typeof empty !== 'string') return empty.means
    const meant = Object.hasOwn(words, typed) ? words[typed] : undefined
    if (meant !== undefined) return meant
    context.addIssue({ code: 'custom', message: typed === '' ? String(empty) : refusal })
    return z.NEVER
  })
}

/** Each kind by the word for it: `mobile-money` is `mobile money`. */
export function asWords<Kind extends string>(kinds: readonly Kind[]): Record<string, Kind> {
  return Object.fromEntries(kinds.map((kind) => [plain(kind), kind]))
}
