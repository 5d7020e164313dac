declare const calendarDay: unique symbol

/** A calendar day, `2026-03-31`, without time or zone; sorts as text. For `…_on` columns. */
export type CalendarDate = string & { readonly [calendarDay]: never }

/** The day, or the message for the field. */
export type ParsedDay = { ok: true; day: CalendarDate } | { ok: false; message: string }

/** The business calendar's zone. */
export const businessZone = 'Africa/Nairobi'

const firstYear = 1900
const lastYear = 2199
const months =
  'January February March April May June July August September October November December'.split(' ')
const millisecondsPerDay = 86_400_000

/** Takes a day from a trusted source. Throws unless it is real, from 1900 to 2199. See `parseCalendarDate`. */
export function calendarDate(text: string): CalendarDate {
  const parsed = parseCalendarDate(text)
  if (!parsed.ok)
    throw new RangeError(`${JSON.stringify(text)} is not a calendar date. ${parsed.message}`)
  return parsed.day
}

/** Reads a date field, `2026-03-31`. Refuses other formats, impossible days, and years outside 1900 to 2199. */
export function parseCalendarDate(text: string): ParsedDay {
  const typed = text.trim()
  if (typed === '') return { ok: false, message: 'Enter a date.' }
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed)
  if (!match) return { ok: false, message: 'Enter the date as year-month-day, like 2026-03-31.' }
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < firstYear || year > lastYear) {
    return {
      ok: false,
      message: `Check the year: it should be between ${firstYear} and ${lastYear}.`,
    }
  }
  if (month < 1 || month > 12 || day < 1 || day > lengthOfMonth(year, month)) {
    return { ok: false, message: 'This date does not exist.' }
  }
  return { ok: true, day: typed as CalendarDate }
}

/** Whether `day` comes before `other`. */
export function isBefore(day: CalendarDate, other: CalendarDate): boolean {
  return day < other
}

/** Whether `day` comes after `other`. */
export function isAfter(day: CalendarDate, other: CalendarDate): boolean {
  return day > other
}

/** The day `days` later, or earlier if negative. Throws outside 1900 to 2199. */
export function addDays(day: CalendarDate, days: number): CalendarDate {
  return calendarDate(
    new Date(midnight(day) + days * millisecondsPerDay).toISOString().slice(0, 10),
  )
}

/** The same day `count` months later; the month's last day where that day is missing. Throws outside 1900 to 2199. */
export function addMonths(day: CalendarDate, count: number): CalendarDate {
  const parts = partsOf(day)
  const monthsSinceZero = parts.year * 12 + (parts.month - 1) + count
  const year = Math.floor(monthsSinceZero / 12)
  const month = monthsSinceZero - year * 12 + 1
  return written(year, month, Math.min(parts.day, lengthOfMonth(year, month)))
}

/** The days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (midnight(to) - midnight(from)) / millisecondsPerDay
}

/** For people: `12 Nov 2026`. */
export function formatDay(day: CalendarDate): string {
  return `${formatDayShort(day)} ${partsOf(day).year}`
}

/** Without the year, for charts and tight tables: `12 Nov`. */
export function formatDayShort(day: CalendarDate): string {
  const parts = partsOf(day)
  return `${parts.day} ${months[parts.month - 1]?.slice(0, 3)}`
}

/** For months: `March 2026`. */
export function formatMonth(day: CalendarDate): string {
  const parts = partsOf(day)
  return `${months[parts.month - 1]} ${parts.year}`
}

/** For charts: `Mar`. */
export function formatMonthShort(day: CalendarDate): string {
  return formatMonth(day).slice(0, 3)
}

/** The day of an instant, in the business zone by default. */
export function dayOf(instant: Date, zone: string = businessZone): CalendarDate {
  const [month, day, year] = writtenIn(zone).format(instant).split('/')
  return calendarDate(`${year}-${month}-${day}`)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Constructing a format takes fifty times as long as using it. */
function writtenIn(zone: string): Intl.DateTimeFormat {
  const made = formats.get(zone)
  if (made) return made
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(zone, format)
  return format
}

function partsOf(day: CalendarDate): { year: number; month: number; day: number } {
  return {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    day: Number(day.slice(8, 10)),
  }
}

function written(year: number, month: number, day: number): CalendarDate {
  return calendarDate(
    `${year.toString().padStart(4, '0')}-${month.toString().padStart(2, '0')}-${day.toString().padStart(2, '0')}`,
  )
}

/** UTC days all have the same length. */
function midnight(day: CalendarDate): number {
  const parts = partsOf(day)
  return Date.UTC(parts.year, parts.month - 1, parts.day)
}

function lengthOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
