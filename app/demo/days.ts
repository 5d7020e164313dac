import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  formatMonth,
  isBefore,
} from '../values/calendar-date.ts'

/** A moment of that day, in minutes after nine in the morning in Nairobi. */
export function instantOn(day: CalendarDate, minutesAfterNine = 0): Date {
  return new Date(Date.parse(`${day}T09:00:00+03:00`) + minutesAfterNine * 60_000)
}

/** The date this many days before today. */
export function daysAgo(today: CalendarDate, days: number): CalendarDate {
  return addDays(today, -days)
}

/** An ended quarter, and the 15th of the next month, when its rent is paid out. */
export type Quarter = { name: string; paidOn: CalendarDate }

export function paidQuarters(today: CalendarDate, count: number): Quarter[] {
  const month = Number(today.slice(5, 7))
  const firstOfQuarter = addMonths(calendarDate(`${today.slice(0, 8)}01`), -((month - 1) % 3))
  /** The latest quarter counts as paid from the 16th. */
  const unpaid = isBefore(today, addDays(firstOfQuarter, 15)) ? 1 : 0
  return Array.from({ length: count }, (_, index) => {
    const nextQuarter = addMonths(firstOfQuarter, -3 * (unpaid + index))
    return { name: quarterName(addMonths(nextQuarter, -3)), paidOn: addDays(nextQuarter, 14) }
  })
}

function quarterName(day: CalendarDate): string {
  return `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`
}

/** A month, and the fifth of the next month, when it was reported. */
export type Report = { month: string; reportedOn: CalendarDate }

export function reportedMonths(today: CalendarDate, count: number): Report[] {
  const fifth = calendarDate(`${today.slice(0, 8)}05`)
  const newest = isBefore(fifth, today) ? fifth : addMonths(fifth, -1)
  return Array.from({ length: count }, (_, index) => {
    const reportedOn = addMonths(newest, -index)
    return { month: formatMonth(addMonths(reportedOn, -1)), reportedOn }
  })
}
