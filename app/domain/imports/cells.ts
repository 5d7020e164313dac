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

/** How the sentence for a day begins that can be read both ways; the page that checks a file then asks for the order. */
export const unclearDay = 'Day or month first?'

type Readings = Partial<Record<DayOrder, CalendarDate>>

const months =
  'january february march april may june july august september october november december'.split(' ')

/** Letters and digits only, in lower case: how words and references are compared. */
export const lettersOf = (text: string | null): string =>
  normalizeText(text ?? '', 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How files of banks, phone companies and offices call each way to pay, without case, blanks and punctuation. */
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

/** The way to pay that a cell means, in any usual spelling (M-Pesa, MPESA, EFT, CHQ); null for another word. */
export const methodNamed = (text: string): PaymentMethod | null =>
  methods.get(lettersOf(text)) ?? null

/** A cell with a way to pay, which may be empty. */
export const methodCell = z.string().transform((text, context): PaymentMethod | null => {
  const method = methodNamed(text)
  if (method === null && text !== '')
    context.addIssue({ code: 'custom', message: 'Not a way to pay.' })
  return method
})

const apostrophes =
  /['`´\u02b9-\u02bf\u02c8\u02ee\u055a\u05f3\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07]/g

/** A name as an import compares it: in any case, with any blanks and apostrophes. Accents tell two people apart. */
export function nameKey(name: string): string {
  return withoutInvisible(collapseBlanks(normalizeText(name)))
    .toLowerCase()
    .replace(apostrophes, '')
}

/** The number of a month by the first letters of its English name, at least three; 0 for another word. */
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

/** Days that leave no choice: the year in front, or the month by its name. */
const clearDays = [
  /^(?<year>\d{4})([-/.])(?<month>\d{1,2})\2(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[ -]?(?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4}|\d{2})$/i,
  /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i,
]

/**
 * Each day that a cell may mean, by the order in which it is read; only `day-first` where there is but one reading. Days
 * with points (31.03.2026) are never written month first.
 */
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

/** A year of two digits could as well be a day: it says nothing in a file. */
const inFull = (cell: string) => (/\d{4}/.test(cell) ? readingsOf(cell) : {})

/** A cell with its row, as a file has it. */
type Placed = { row: number; text: string }

/**
 * How the days in these cells of a file are read: in the order that is asked for, or the only one that a day over 12
 * shows. `unclear` is the first that can be read in both.
 */
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

/** A day as 2026-03-31 where it is clear which it is, or becomes so in this order; any other text as it is. */
export function dayIn(text: string, order: DayOrder | null): string {
  const readings = inFull(text)
  const [only, other] = Object.values(readings)
  return (other ? order && readings[order] : only) ?? text
}

/** A cell with a day, read by this field once `dayIn` has been through it. */
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
      // A day that is none is refused as that, and not for the way it is written.
      const [, day = '', month = '', year] =
        /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text.trim()) ?? []
      return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
    })
    .pipe(field)
    .meta({ isDay: true })

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

const wordOf = (text: string) =>
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
    const typed = wordOf(text)
    if (typed === '' && typeof empty !== 'string') return empty.means
    const value = Object.hasOwn(words, typed) ? words[typed] : undefined
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: typed === '' ? String(empty) : refusal })
    return z.NEVER
  })
}

/** Each kind by the word for it: `mobile-money` is `mobile money`. */
export function asWords<Kind extends string>(kinds: readonly Kind[]): Record<string, Kind> {
  return Object.fromEntries(kinds.map((kind) => [wordOf(kind), kind]))
}

/** The day that a spreadsheet shows by its number, counted from the last days of 1899; null for what is none. */
const dayNumbered = (text: string): CalendarDate | null =>
  /^[1-7]\d{4}$/.test(text) ? addDays(calendarDate('1900-01-01'), Number(text) - 2) : null

/** Whether a cell can be read as this day, in whatever order and form. */
export function meansDay(found: string, day: CalendarDate): boolean {
  return Object.values(readingsOf(found)).includes(day) || dayNumbered(found.trim()) === day
}

/** Whether a cell holds this amount, also with a comma before the cents or in scientific notation. */
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

/**
 * Whether a cell holds what a spreadsheet makes of a text when it saves a file of ours: 00123 as 123, 254711000111 as
 * 2.54711E+11, 12E4 as 1.20E+05, 3-4 as 3-Apr, digits after the fifteenth as zeros. Case and blanks do not count.
 */
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
  // A spreadsheet keeps fifteen digits of a number.
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

/** What a spreadsheet takes for a day, with or without its year, in every way it can be read. */
function daysIn(text: string): { on: string; year: string }[] {
  const whole = Object.values(readingsOf(text))
  if (whole.length > 0) return whole.map(asShown)
  const [, left, right] = /^(\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  const named =
    /^(?<day>\d{1,2})[- ]?(?<month>[a-z]{3,9})$|^(?<month>[a-z]{3,9})[- ]?(?<day>\d{1,2})$/.exec(
      text,
    )?.groups
  // A leap year, so that 29 February is one of its days.
  const days = [
    dayOf('2024', left, right),
    dayOf('2024', right, left),
    dayOf('2024', monthNamed(named?.month ?? ''), named?.day),
  ]
  return days.flatMap((day) => (day ? [{ on: day.slice(5), year: '' }] : []))
}
