import { type CalendarDate, parseCalendarDate } from '../../values/calendar-date.ts'
import type { DayOrder } from '../imports/import-list.ts'

/** A day and a second of it, in Nairobi. `swapped` is the day when day and month change places. */
export type Moment = { day: CalendarDate; seconds: number; swapped: CalendarDate | null }

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const time = /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AP]M)?(?:Z|[+-]\d{2}:?\d{2})?$/i

function realDay(year: string, month: string | number, day: string): CalendarDate | null {
  const parsed = parseCalendarDate(
    `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  return parsed.ok ? parsed.day : null
}

/** The second of the day, or null for a time that does not exist. */
function secondOfDay([hour = '0', minute = '0', second = '0']: string[], half = ''): number | null {
  const written = Number(hour)
  const hours = half === '' ? written : (written % 12) + (half.toUpperCase() === 'PM' ? 12 : 0)
  const isReal = hours < 24 && Number(minute) < 60 && Number(second) < 60
  return isReal && (half === '' || (written >= 1 && written <= 12))
    ? hours * 3600 + Number(minute) * 60 + Number(second)
    : null
}

function dayIn(
  text: string,
  order: DayOrder,
): Pick<Moment, 'swapped'> & { day: CalendarDate | null } {
  const [, isoYear, isoMonth = '', isoDay = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  if (isoYear)
    return { day: realDay(isoYear, isoMonth, isoDay), swapped: realDay(isoYear, isoDay, isoMonth) }
  const [, first = '', second = '', year] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text) ?? []
  if (year) {
    const dayFirst = realDay(year, second, first)
    const monthFirst = realDay(year, first, second)
    return order === 'day-first'
      ? { day: dayFirst, swapped: monthFirst }
      : { day: monthFirst, swapped: dayFirst }
  }
  const [, day = '', name = '', namedYear = ''] =
    /^(\d{1,2})[-/ .]([a-z]{3})[a-z]*[-/ .,]+(\d{4}|\d{2})$/i.exec(text) ?? []
  const month = months.indexOf(name.toLowerCase()) + 1
  return { day: month > 0 ? realDay(namedYear, month, day) : null, swapped: null }
}

/** A day with or without a time, in the order of day and month of the layout; null for anything else. */
export function readMoment(text: string, order: DayOrder = 'day-first'): Moment | null {
  const written = text.trim()
  const [ending = '', hour, minute, second, half] = time.exec(written) ?? []
  const seconds = hour ? secondOfDay([hour, minute ?? '0', second ?? '0'], half) : 0
  const { day, swapped } = dayIn(written.slice(0, written.length - ending.length), order)
  return day !== null && seconds !== null ? { day, seconds, swapped } : null
}

/** Nairobi has been three hours ahead of UTC all year since 1960. */
export function instantOf({ day, seconds }: Pick<Moment, 'day' | 'seconds'>): string {
  return new Date(Date.parse(`${day}T00:00:00+03:00`) + seconds * 1000).toISOString()
}
