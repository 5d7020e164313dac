import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  formatMonth,
  isBefore,
} from '../values/calendar-date.ts'

/** The moment at which something of that day was written down: minutes after nine in the morning, Nairobi's time. */
export function instantOn(day: CalendarDate, minutesAfterNine = 0): Date {
  return new Date(Date.parse(`${day}T09:00:00+03:00`) + minutesAfterNine * 60_000)
}

/** The day so many days before today. */
export function daysAgo(today: CalendarDate, days: number): CalendarDate {
  return addDays(today, -days)
}

/** A quarter that has ended: `Q3 2026`, and the 15 October on which its rent is paid out. */
export type Quarter = { name: string; paidOn: CalendarDate }

/** The last `count` quarters whose rent has been paid out by today, newest first. */
export function paidQuarters(today: CalendarDate, count: number): Quarter[] {
  const month = Number(today.slice(5, 7))
  const firstOfQuarter = addMonths(calendarDate(`${today.slice(0, 8)}01`), -((month - 1) % 3))
  const newest = isBefore(today, addDays(firstOfQuarter, 15)) ? 1 : 0
  return Array.from({ length: count }, (_, index) => {
    const nextQuarter = addMonths(firstOfQuarter, -3 * (newest + index))
    return { name: quarterName(addMonths(nextQuarter, -3)), paidOn: addDays(nextQuarter, 14) }
  })
}

function quarterName(day: CalendarDate): string {
  return `Q${Math.ceil(Number(day.slice(5, 7)) / 3)} ${day.slice(0, 4)}`
}

/** A month on which the builders have reported, and the fifth of the next month, when they did. */
export type Report = { month: string; reportedOn: CalendarDate }

/** The last `count` months reported on before today, newest first. */
export function reportedMonths(today: CalendarDate, count: number): Report[] {
  const fifth = calendarDate(`${today.slice(0, 8)}05`)
  const newest = isBefore(fifth, today) ? fifth : addMonths(fifth, -1)
  return Array.from({ length: count }, (_, index) => {
    const reportedOn = addMonths(newest, -index)
    return { month: formatMonth(addMonths(reportedOn, -1)), reportedOn }
  })
}
