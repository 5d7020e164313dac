import { z } from 'zod'
import {
  addDays,
  type CalendarDate,
  calendarDate,
  formatDay,
  parseCalendarDate,
} from '../../values/calendar-date.ts'
import { csvAmount } from '../../values/csv.ts'
import { type Cents, parseAmount, subtract, zero } from '../../values/money.ts'
import { normalizeText } from '../../values/typed-text.ts'
import { collapseBlanks, withoutInvisible } from '../../values/visible.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'
import type { DayOrder, DayReading } from './import-list.ts'

/** The import page recognises this sentence and asks for the order of day and month. */
export const unclearDay = 'Day or month first?'

type Readings = Partial<Record<DayOrder, CalendarDate>>

const months =
  'january february march april may june july august september october november december'.split(' ')

/** Words and references are compared by their lower-case letters and digits. */
export const lettersOf = (text: string | null): string =>
  normalizeText(text ?? '', 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Spellings of payment methods by banks, phone companies and offices, normalised. */
const spellings: Record<PaymentMethod, string> = {
  'bank-transfer':
    'banktransfer bank transfer wire wiretransfer banktt tt telegraphictransfer eft rtgs ach swift sepa pesalink directdeposit bankdeposit deposit standingorder onlinetransfer internetbanking',
  'mobile-money':
    'mobilemoney mobile mpesa lipanampesa mpesapaybill paybill till buygoods airtel airtelmoney mtn mtnmomo momo tigopesa tkash orangemoney evc evcplus zaad sahal edahab waafi waafipay ecocash telebirr',
  card: 'card creditcard debitcard visa mastercard amex',
  cash: 'cash',
  cheque: 'cheque check chq cheq chk bankerscheque bankersdraft draft',
  other: 'other',
}

const methods = new Map(
  Object.entries(spellings).flatMap(([method, words]) =>
    words.split(' ').map((word) => [word, method as PaymentMethod] as const),
  ),
)

/** The payment method of a cell in any usual spelling (M-Pesa, MPESA, EFT, CHQ); otherwise null. */
export const methodNamed = (text: string): PaymentMethod | null =>
  methods.get(lettersOf(text)) ?? null

/** A cell with a way to pay, which may be empty. */
export const methodCell = z.string().transform((text, context): PaymentMethod | null => {
  const method = methodNamed(text)
  if (method === null && text !== '')
    context.addIssue({ code: 'custom', message: 'Not a payment method.' })
  return method
})

const apostrophes =
  /['`´\u02b9-\u02bf\u02c8\u02ee\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/g

/** Names are compared without case, spacing and kinds of apostrophe. Accents are significant. */
export function nameKey(name: string): string {
  return withoutInvisible(collapseBlanks(normalizeText(name)))
    .toLowerCase()
    .replace(apostrophes, '')
}

/** The month by at least three letters of its English name; otherwise 0. */
function monthNamed(word: string): number {
  const letters = word.toLowerCase().replace(/^sept$/, 'sep')
  return letters.length < 3 ? 0 : months.findIndex((name) => name.startsWith(letters)) + 1
}

function dayOf(year = '', month: number | string = 0, day = ''): CalendarDate | null {
  const whole = year.length === 2 ? `20${year}` : year
  const parsed = parseCalendarDate(
    `${whole}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  return parsed.ok ? parsed.day : null
}

const withoutTime = (text: string) =>
  text.trim().replace(/[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M|Z)?$/i, '')

/** Unambiguous days: the year first, or the month by name. */
const clearDays = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[ -]?(?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4}|\d{2})$/i,
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i,
]

/** The possible days of a cell by reading order. Days with dots are never month first. */
function readingsOf(cell: string): Readings {
  const text = withoutTime(cell)
  const [, first, by, second, year] = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  const clear = clearDays.map((pattern) => pattern.exec(text)?.groups).find(Boolean)
  const dayFirst = by
    ? dayOf(year, second, first)
    : clear && dayOf(clear.year, Number(clear.month) || monthNamed(clear.month ?? ''), clear.day)
  const monthFirst = by && by !== '.' ? dayOf(year, first, second) : null
  return {
    ...(dayFirst ? { 'day-first': dayFirst } : {}),
    ...(monthFirst && monthFirst !== dayFirst ? { 'month-first': monthFirst } : {}),
  }
}

/** A year of two digits could be a day, so it decides nothing. */
const inFull = (cell: string) => (/\d{4}/.test(cell) ? readingsOf(cell) : {})

type Placed = { row: number; text: string }

/** How a file's days are read: as chosen, or as a day above 12 shows. `unclear` is the first ambiguous cell. */
export function dayReadingOf(cells: readonly Placed[], chosenOrder: DayOrder | null): DayReading {
  const shown: Partial<Record<DayOrder, Placed>> = {}
  let unclear: DayReading['unclear'] = null
  for (const cell of cells) {
    const { 'day-first': dayFirst, 'month-first': monthFirst } = inFull(cell.text)
    if (dayFirst && monthFirst)
      unclear ??= { ...cell, 'day-first': dayFirst, 'month-first': monthFirst }
    else if (monthFirst) shown['month-first'] ??= cell
    else if (dayFirst && Number(/^(\d{1,2})[-/]/.exec(cell.text)?.[1]) > 12)
      shown['day-first'] ??= cell
  }
  const [only = null, ...others] = Object.keys(shown) as DayOrder[]
  const order = chosenOrder ?? (others.length === 0 ? only : null)
  return { order, shownBy: chosenOrder || !order ? null : (shown[order] ?? null), unclear }
}

/** The day in ISO format if it is clear or this order makes it so; otherwise the text unchanged. */
export function dayIn(text: string, order: DayOrder | null): string {
  const readings = inFull(text)
  const [only, other] = Object.values(readings)
  return (other ? order && readings[order] : only) ?? text
}

/** A day, after `dayIn` has normalised the text. */
export const dayCell = <Field extends z.ZodType<unknown, string>>(field: Field) =>
  z
    .string()
    .transform((text, context) => {
      const { 'day-first': dayFirst, 'month-first': monthFirst } = inFull(text)
      if (dayFirst && monthFirst) {
        const message = `${unclearDay} It is ${formatDay(dayFirst)} or ${formatDay(monthFirst)}.`
        context.addIssue({ code: 'custom', message })
        return z.NEVER
      }
      // An impossible day is reported as such and not as a wrong format.
      const [, day = '', month = '', year] =
        /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text.trim()) ?? []
      return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
    })
    .pipe(field)
    .meta({ isDay: true })

/** Whether an amount is written as negative, in any currency: -500.00, (500.00), [500.00], 500.00-, 500.00 DR. */
export function isWrittenNegative(text: string): boolean {
  const figures = text.replaceAll(/[\s\p{L}\p{Sc}]/gu, '')
  if (!/\p{Nd}/u.test(figures)) return false
  return /^[-−–—([]|[-−–—]$/.test(figures) || /\d\s*dr\.?\s*$/i.test(text)
}

/** A US dollar amount that may be negative, as banks write it; otherwise null. */
export function signedAmount(text: string): Cents | null {
  const isNegative = isWrittenNegative(text)
  const figures = text.replaceAll(/\busd?\b|[\s$]/gi, '')
  const parsed = parseAmount(
    isNegative ? figures.replaceAll(/^[-−–—([]+|[-−–—)\]]+$|dr\.?$/gi, '') : figures,
  )
  if (!parsed.ok) return null
  return isNegative ? subtract(zero, parsed.amount) : parsed.amount
}

const wordOf = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

/** One of some words in either case; `empty` is the value, or the message, for an empty cell. */
export function wordCell<Kind extends string>(
  words: Readonly<Record<string, Kind>>,
  refusal: string,
  empty: { means: Kind } | string,
) {
  return z.string().transform((text, context): Kind => {
    const typed = wordOf(text)
    if (typed === '' && typeof empty !== 'string') return empty.means
    const value = Object.hasOwn(words, typed) ? words[typed] : undefined
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: typed === '' ? String(empty) : refusal })
    return z.NEVER
  })
}

/** Each kind by its word: `mobile-money` by `mobile money`. */
export function asWords<Kind extends string>(kinds: readonly Kind[]): Record<string, Kind> {
  return Object.fromEntries(kinds.map((kind) => [wordOf(kind), kind]))
}

/** The day behind a spreadsheet's day number; otherwise null. */
const dayNumbered = (text: string): CalendarDate | null =>
  /^[1-7]\d{4}$/.test(text) ? addDays(calendarDate('1900-01-01'), Number(text) - 2) : null

/** Whether a cell can be read as this day in any order and format. */
export function meansDay(found: string, day: CalendarDate): boolean {
  return Object.values(readingsOf(found)).includes(day) || dayNumbered(found.trim()) === day
}

/** Whether a cell holds this amount, also with a decimal comma or in scientific notation. */
export function isSameAmount(found: string, amount: Cents): boolean {
  const comma = found.replace(
    /^([-\d.]*),(\d{2})$/,
    (_, dollars: string, rest) => `${dollars.replaceAll('.', '')}.${rest}`,
  )
  return [found, comma].some(
    (text) => signedAmount(text) === amount || isSameCell(csvAmount(amount), text),
  )
}

const cellOf = (text: string) =>
  normalizeText(text, 'NFKC').trim().replace(/^'/, '').replace(/\s+/g, ' ').toLowerCase()

/** Whether a cell is a spreadsheet's rewrite of a text: 00123 as 123, 254711000111 as 2.54711E+11, 3-4 as 3-Apr. */
export function isSameCell(recorded: string, found: string): boolean {
  const [was, is] = [cellOf(recorded), cellOf(found)]
  return was === is || isSameNumber(was, is) || isSameDay(was, is)
}

const numberOf = (text: string) => {
  const figures = text.replaceAll(/[$,]/g, '')
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d{1,3})?$/.test(figures) ? figures : null
}

function isSameNumber(recorded: string, found: string): boolean {
  const [was, is] = [numberOf(recorded), numberOf(found)]
  if (was === null || is === null) return false
  const [, shown] = /^[-+]?([\d.]+)e/.exec(is) ?? []
  if (shown) {
    const digits = shown.replace('.', '').replace(/^0+/, '').length
    return Number(Number(was).toPrecision(Math.max(1, digits))) === Number(is)
  }
  // Spreadsheets keep fifteen digits of a number.
  if (/^\d{16,}$/.test(was)) return is === was.slice(0, 15).padEnd(was.length, '0')
  return Number(was) === Number(is)
}

function isSameDay(recorded: string, found: string): boolean {
  const numbered = dayNumbered(found)
  const is = numbered ? [asShown(numbered)] : daysIn(found)
  return daysIn(recorded).some((was) =>
    is.some(({ on, year }) => on === was.on && (!year || !was.year || year === was.year)),
  )
}

const asShown = (day: CalendarDate) => ({ on: day.slice(5), year: day.slice(2, 4) })

/** The days a spreadsheet may see in a text, with or without the year. */
function daysIn(text: string): { on: string; year: string }[] {
  const whole = Object.values(readingsOf(text))
  if (whole.length > 0) return whole.map(asShown)
  const [, left, right] = /^(\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  const named =
    /^(?<day>\d{1,2})[- ]?(?<month>[a-z]{3,9})$|^(?<month>[a-z]{3,9})[- ]?(?<day>\d{1,2})$/.exec(
      text,
    )?.groups
  // A leap year includes 29 February.
  const days = [
    dayOf('2024', left, right),
    dayOf('2024', right, left),
    dayOf('2024', monthNamed(named?.month ?? ''), named?.day),
  ]
  return days.flatMap((day) => (day ? [{ on: day.slice(5), year: '' }] : []))
}
