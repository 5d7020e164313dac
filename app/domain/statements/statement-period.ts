import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  isAfter,
  isBefore,
} from '../../values/calendar-date.ts'

/** A calendar quarter or year; `key` is `2026-Q3` or `2026`. */
export type StatementPeriod = { key: string; label: string; from: CalendarDate; to: CalendarDate }

/** The period of this key; otherwise null. */
export function readPeriod(key: string): StatementPeriod | null {
  const [, year, quarter] = /^(19\d{2}|20\d{2}|21\d{2})(?:-Q([1-4]))?$/.exec(key) ?? []
  if (year === undefined) return null
  if (quarter === undefined) {
    return {
      key,
      label: `Year ${year}`,
      from: calendarDate(`${year}-01-01`),
      to: calendarDate(`${year}-12-31`),
    }
  }
  const from = calendarDate(`${year}-${String(Number(quarter) * 3 - 2).padStart(2, '0')}-01`)
  return { key, label: `Quarter ${quarter}, ${year}`, from, to: addDays(addMonths(from, 3), -1) }
}

function periodNamed(key: string): StatementPeriod {
  const period = readPeriod(key)
  if (!period) throw new RangeError(`${key} is not a statement period`)
  return period
}

const yearOf = (day: CalendarDate) => day.slice(0, 4)
const quarterOf = (day: CalendarDate) => `${yearOf(day)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`

/** The stored period with these first and last days. */
export function periodOf(from: CalendarDate, to: CalendarDate): StatementPeriod {
  const quarter = periodNamed(quarterOf(from))
  return quarter.to === to ? quarter : periodNamed(yearOf(from))
}

/** Every quarter and year since a first entry, latest first; a year before its quarters. */
export function periodsSince(first: CalendarDate, today: CalendarDate): StatementPeriod[] {
  const periods: StatementPeriod[] = []
  for (let year = Number(yearOf(today)); year >= Number(yearOf(first)); year -= 1) {
    periods.push(periodNamed(String(year)))
    for (const quarter of [4, 3, 2, 1]) {
      const period = periodNamed(`${year}-Q${quarter}`)
      if (!isAfter(period.from, today) && !isBefore(period.to, first)) periods.push(period)
    }
  }
  return periods
}

/** The latest quarter and year that ended before this day. */
export function lastEndedPeriod(
  today: CalendarDate,
): [quarter: StatementPeriod, year: StatementPeriod] {
  const before = addDays(periodNamed(quarterOf(today)).from, -1)
  return [periodNamed(quarterOf(before)), periodNamed(String(Number(yearOf(today)) - 1))]
}
