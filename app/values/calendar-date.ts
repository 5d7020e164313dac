declare const calendarDay: unique symbol

/**
 * A day in the business's calendar, as text like `2026-03-31`; it has no time and no zone, and sorts as text.
 * For columns named `…_on`. An instant (`…_at`) is a `Date`; `dayOf` says which day it falls on.
 */
export type CalendarDate = string & { readonly [calendarDay]: never }

/** What reading a typed date gives: the day, or the sentence that tells the person how to mend it. */
export type ParsedDay = { ok: true; day: CalendarDate } | { ok: false; message: string }

/** Where the business keeps its calendar: "today" is today in Nairobi (decisions §1). */
export const businessZone = 'Africa/Nairobi'

const firstYear = 1900
const lastYear = 2199
const months =
  'January February March April May June July August September October November December'.split(' ')
const millisecondsPerDay = 86_400_000

/**
 * Takes a day from a trusted place: a `date` column, a test, the demo. Throws unless it is a real day, written
 * `2026-03-31`, from 1900 to 2199. What a person typed goes through `parseCalendarDate` instead.
 */
export function calendarDate(text: string): CalendarDate {
  const parsed = parseCalendarDate(text)
  if (!parsed.ok)
    throw new RangeError(`${JSON.stringify(text)} is not a calendar date. ${parsed.message}`)
  return parsed.day
}

/**
 * Reads a day as a date field sends it, `2026-03-31`. Refused with words: empty, any other order or separator,
 * days that do not exist (30 February), and years outside 1900 to 2199, which are slips of the keyboard.
 */
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

/** The day so many days later, or earlier when `days` is negative. Throws outside 1900 to 2199. */
export function addDays(day: CalendarDate, days: number): CalendarDate {
  return calendarDate(
    new Date(midnight(day) + days * millisecondsPerDay).toISOString().slice(0, 10),
  )
}

/**
 * The same day so many months later, or earlier when negative; the month's last day where that day is missing
 * (31 January plus one month is 28 or 29 February). Throws outside 1900 to 2199.
 */
export function addMonths(day: CalendarDate, count: number): CalendarDate {
  const parts = partsOf(day)
  const monthsSinceZero = parts.year * 12 + (parts.month - 1) + count
  const year = Math.floor(monthsSinceZero / 12)
  const month = monthsSinceZero - year * 12 + 1
  return written(year, month, Math.min(parts.day, lengthOfMonth(year, month)))
}

/** How many days from `from` to `to`; negative when `to` comes first. */
export function daysBetween(from: CalendarDate, to: CalendarDate): number {
  return (midnight(to) - midnight(from)) / millisecondsPerDay
}

/** For people, on every screen of ours: `12 Nov 2026`. */
export function formatDay(day: CalendarDate): string {
  return `${formatDayShort(day)} ${partsOf(day).year}`
}

/** For people, where the year is plain from what stands around it (charts, tight tables): `12 Nov`. */
export function formatDayShort(day: CalendarDate): string {
  const parts = partsOf(day)
  return `${parts.day} ${months[parts.month - 1]?.slice(0, 3)}`
}

/** For people, where only the month is known or matters: `March 2026`. */
export function formatMonth(day: CalendarDate): string {
  const parts = partsOf(day)
  return `${months[parts.month - 1]} ${parts.year}`
}

/** For people, where the year is plain from what stands around it (charts): `Mar`. */
export function formatMonthShort(day: CalendarDate): string {
  return formatMonth(day).slice(0, 3)
}

/** The day on which an instant falls, in the business's time zone unless another is named. */
export function dayOf(instant: Date, zone: string = businessZone): CalendarDate {
  const [month, day, year] = writtenIn(zone).format(instant).split('/')
  return calendarDate(`${year}-${month}-${day}`)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making a format takes fifty times as long as writing with it. */
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

/** Days are counted in UTC, where every one of them is as long as the next. */
function midnight(day: CalendarDate): number {
  const parts = partsOf(day)
  return Date.UTC(parts.year, parts.month - 1, parts.day)
}

function lengthOfMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}
