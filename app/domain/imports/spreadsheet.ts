import type { CalendarDate } from '../../values/calendar-date.ts'
import { csvAmount } from '../../values/csv.ts'
import type { Cents } from '../../values/money.ts'
import { normalized } from '../../values/typed-text.ts'
import { signedAmount } from './cells.ts'
import { dayNumbered, monthNamed, readingsOf } from './days.ts'

/**
 * Whether a cell holds what a spreadsheet makes of a text when it saves a file of ours: 00123 as 123, 254711000111 as
 * 2.54711E+11, 12E4 as 1.20E+05, 3-4 as 3-Apr, digits after the fifteenth as zeros. Case and blanks do not count.
 */
export function isSameCell(recorded: string, found: string): boolean {
  const [was, is] = [plain(recorded), plain(found)]
  return was === is || isSameNumber(was, is) || isSameDay(was, is)
}

/** Whether a cell can be read as this day, in whatever order and form. */
export function meansDay(found: string, day: CalendarDate): boolean {
  return Object.values(readingsOf(found)).includes(day) || dayNumbered(found.trim()) === day
}

/** Whether a cell holds this amount, also with a comma before the cents or in the notation of science. */
export function isSameAmount(found: string, amount: Cents): boolean {
  const comma = found.replace(
    /^([-\d.]*),(\d{2})$/,
    (_, dollars: string, rest) => `${dollars.replaceAll('.', '')}.${rest}`,
  )
  return [found, comma].some(
    (text) => signedAmount(text) === amount || isSameCell(csvAmount(amount), text),
  )
}

const plain = (text: string) =>
  normalized(text, 'NFKC').trim().replace(/^'/, '').replace(/\s+/g, ' ').toLowerCase()

type Figure = { sign: string; digits: string; power: number; isRounded: boolean }

/** The digits that count, and by which power of ten the first of them stands; null for what is no number. */
function figureOf(text: string): Figure | null {
  const match = /^([-+]?)\$?(\d[\d,]*|(?=\.))(?:\.(\d*))?(?:e([-+]?\d{1,3}))?$/.exec(text)
  if (!match) return null
  const [, sign = '', whole = '', part = '', power] = match
  const all = whole.replaceAll(',', '') + part
  const digits = all.replace(/^0+/, '')
  const place = whole.replaceAll(',', '').length - (all.length - digits.length) + Number(power ?? 0)
  const isRounded = power !== undefined
  return {
    sign: sign === '-' ? '-' : '',
    digits: digits.replace(/0+$/, ''),
    power: digits === '' ? 0 : place,
    isRounded,
  }
}

function isSameNumber(recorded: string, found: string): boolean {
  const [was, is] = [figureOf(recorded), figureOf(found)]
  if (!was || !is || was.sign !== is.sign) return false
  if (was.digits === is.digits && was.power === is.power) return true
  // So many digits are kept, or shown where a number is long.
  const kept = is.isRounded ? is.digits.length : 15
  return was.digits.length > kept && rounded(was, kept) === `${is.digits} ${is.power}`
    ? true
    : was.digits.length > 15 &&
        was.power === is.power &&
        was.digits.slice(0, 15).replace(/0+$/, '') === is.digits
}

function rounded({ digits, power }: Figure, count: number): string {
  const up = BigInt(digits.slice(0, count)) + (Number(digits[count]) >= 5 ? 1n : 0n)
  const carried = String(up).length - count
  return `${String(up).replace(/0+$/, '')} ${power + carried}`
}

type Parts = { month: number; day: number; year: number | null }

function isSameDay(recorded: string, found: string): boolean {
  const numbered = dayNumbered(found)
  const is = numbered ? [partsOf(numbered)] : daysIn(found)
  const was = daysIn(recorded)
  return was.some(({ month, day, year }) =>
    is.some(
      (one) =>
        one.month === month &&
        one.day === day &&
        (year === null || one.year === null || one.year % 100 === year % 100),
    ),
  )
}

const partsOf = (day: CalendarDate): Parts => {
  const [year = 0, month = 0, number = 0] = day.split('-').map(Number)
  return { month, day: number, year }
}

/** What a spreadsheet takes for a day, with or without its year, in every way it can be read. */
function daysIn(text: string): Parts[] {
  const whole = Object.values(readingsOf(text)).map(partsOf)
  if (whole.length > 0) return whole
  const [, left, right] = /^(\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  const pairs = left && right ? [[left, right] as const, [right, left] as const] : []
  const [, number, name = ''] = /^(\d{1,2})[- ]?([a-z]{3,9})$/.exec(text) ?? []
  const [, nameFirst = '', after] = /^([a-z]{3,9})[- ]?(\d{1,2})$/.exec(text) ?? []
  const day = number ?? after
  const month = monthNamed(name || nameFirst)
  const named = day && month ? [[String(month), day] as const] : []
  return [...pairs, ...named]
    .map(([m, d]) => ({ month: Number(m), day: Number(d), year: null }))
    .filter((parts) => parts.month >= 1 && parts.month <= 12 && parts.day >= 1 && parts.day <= 31)
}
