import { addDays, type CalendarDate, parseCalendarDate } from './calendar-date.ts'

const firstYear = 2015
const firstYearLetter = 'J'

function isMpesaCode(text: string): boolean {
  return /^[A-Z][A-L][1-9A-V][0-9A-Z]{7}$/.test(text)
}

/**
 * The day that an M-Pesa receipt number carries: its first character is the year (J is 2015), the second the month (A to
 * L), the third the day (1 to 9, then A for 10 to V for 31). Null for a text of another shape, and for a day that no month
 * has.
 */
export function dayOfMpesaCode(code: string): CalendarDate | null {
  if (!isMpesaCode(code)) return null
  const year = firstYear + code.charCodeAt(0) - firstYearLetter.charCodeAt(0)
  const month = code.charCodeAt(1) - 'A'.charCodeAt(0) + 1
  const day = Number.parseInt(code.charAt(2), 32)
  const parsed = parseCalendarDate(
    [year, String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-'),
  )
  return parsed.ok ? parsed.day : null
}

/** Whether a code is of this day; a payment near midnight may carry the day before or after. */
export function isCodeOfDay(code: string, on: CalendarDate): boolean {
  const day = dayOfMpesaCode(code)
  return day !== null && [addDays(on, -1), on, addDays(on, 1)].includes(day)
}
