import {
  addDays,
  type CalendarDate,
  calendarDate,
  parseCalendarDate,
} from '../../values/calendar-date.ts'

/** Which comes first in days such as 06/07/2026. */
export const dayOrders = ['day-first', 'month-first'] as const
export type DayOrder = (typeof dayOrders)[number]

/** The order that an address asks for; null when it asks for none. */
export function dayOrderIn(search: URLSearchParams): DayOrder | null {
  return dayOrders.find((order) => order === search.get('days')) ?? null
}

/** A day that can be read both ways. */
export type UnclearDay = { row: number; text: string } & Record<DayOrder, CalendarDate>

/** How the days of a file are read: as chosen, as a day over 12 shows, or null while that is unclear. */
export type DayReading = {
  order: DayOrder | null
  shownBy: { row: number; text: string } | null
  unclear: UnclearDay | null
}

const names =
  'january february march april may june july august september october november december'.split(' ')

/** The number of a month by the first letters of its English name, at least three; null for another word. */
export function monthNamed(word: string): number | null {
  const letters = word.toLowerCase()
  const at =
    letters.length < 3
      ? -1
      : names.findIndex((name) => name.startsWith(letters) || letters === 'sept')
  return at === -1 ? null : letters === 'sept' ? 9 : at + 1
}

function dayOf(year: string, month: number | string | null, day: string): CalendarDate | null {
  const whole = year.length === 2 ? `20${year}` : year
  const parsed = parseCalendarDate(
    `${whole}-${String(month ?? 0).padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  return parsed.ok ? parsed.day : null
}

const withoutTime = (text: string) =>
  text.trim().replace(/[T ]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?( ?[AP]M|Z)?$/i, '')

/**
 * Each day that a cell may mean, by the order in which it is read; only `day-first` where there is but one reading. Days
 * with points (31.03.2026) are never written month first; names of months and years in front leave no choice.
 */
export function readingsOf(cell: string): Readings {
  const text = withoutTime(cell)
  return numbered(text) ?? only(yearInFront(text) ?? withName(text))
}

type Readings = Partial<Record<DayOrder, CalendarDate>>
const only = (day: CalendarDate | null): Readings => (day ? { 'day-first': day } : {})

function numbered(text: string): Readings | null {
  const [, first, by, second = '', year = ''] =
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/.exec(text) ?? []
  if (first === undefined) return null
  const [dayFirst, monthFirst] = [
    dayOf(year, second, first),
    by === '.' ? null : dayOf(year, first, second),
  ]
  if (!monthFirst || dayFirst === monthFirst) return only(dayFirst)
  return dayFirst
    ? { 'day-first': dayFirst, 'month-first': monthFirst }
    : { 'month-first': monthFirst }
}

function yearInFront(text: string): CalendarDate | null {
  const [, year, , month, day] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text) ?? []
  return year && month && day ? dayOf(year, month, day) : null
}

function withName(text: string): CalendarDate | null {
  const [, day, name = '', year] =
    /^(\d{1,2})[ -]?([a-z]{3,9})\.?,?[ -](\d{4}|\d{2})$/i.exec(text) ?? []
  if (day && year) return dayOf(year, monthNamed(name), day)
  const [, first = '', number, last] = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(text) ?? []
  return number && last ? dayOf(last, monthNamed(first), number) : null
}

/** The day that a spreadsheet shows by its number, counted from the last days of 1899; null for what is none. */
export function dayNumbered(text: string): CalendarDate | null {
  return /^[1-7]\d{4}$/.test(text) ? addDays(calendarDate('1900-01-01'), Number(text) - 2) : null
}

type Cells = { row: number; cells: Record<string, string> }

/**
 * Writes the days of a file as 2026-03-31, where it is clear which they are. Days with slashes or dashes are read in the
 * order that is asked for, or that one of them shows by a day over 12; while some could be read both ways they stay as
 * they are. `fields` are the cells of a row that hold a day.
 */
export function readDays<Row extends Cells>(
  rows: readonly Row[],
  fields: readonly string[],
  asked: DayOrder | null,
) {
  const { shown, unclear } = shownIn(rows, fields)
  const [dayFirst, monthFirst] = [shown['day-first'], shown['month-first']]
  const shownOrder = dayFirst
    ? monthFirst
      ? null
      : 'day-first'
    : monthFirst
      ? 'month-first'
      : null
  const order = asked ?? shownOrder
  const days: DayReading = {
    order,
    shownBy: asked || !shownOrder ? null : shown[shownOrder],
    unclear,
  }
  return { rows: rows.map((row) => asDays(row, fields, order)), days }
}

/** The first day that can only be read in one of the orders, of each order, and the first that can be read in both. */
function shownIn(rows: readonly Cells[], fields: readonly string[]) {
  const shown: Record<DayOrder, { row: number; text: string } | null> = {
    'day-first': null,
    'month-first': null,
  }
  let unclear: UnclearDay | null = null
  const cells = rows.flatMap(({ row, cells }) =>
    fields.map((field) => ({ row, text: cells[field] ?? '' })),
  )
  for (const cell of cells) {
    const { 'day-first': dayFirst, 'month-first': monthFirst } = inFull(cell.text)
    if (dayFirst && monthFirst)
      unclear ??= { ...cell, 'day-first': dayFirst, 'month-first': monthFirst }
    else if (monthFirst) shown['month-first'] ??= cell
    else if (dayFirst && Number(/^(\d{1,2})[-/]/.exec(cell.text)?.[1]) > 12)
      shown['day-first'] ??= cell
  }
  return { shown, unclear }
}

/** A year of two digits could as well be a day: it says nothing in a file. */
export const inFull = (cell: string) => (/\d{4}/.test(cell) ? readingsOf(cell) : {})

function asDays<Row extends { cells: Record<string, string> }>(
  row: Row,
  fields: readonly string[],
  order: DayOrder | null,
) {
  const typed: Record<string, string> = {}
  const cells = { ...row.cells }
  for (const field of fields) {
    const text = cells[field] ?? ''
    const readings = inFull(text)
    const [only, other] = Object.values(readings)
    const day = other ? order && readings[order] : only
    if (!day || day === text) continue
    typed[field] = text
    cells[field] = day
  }
  return Object.keys(typed).length === 0 ? row : { ...row, cells, typed }
}
