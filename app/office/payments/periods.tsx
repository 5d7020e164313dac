import { Link } from 'react-router'
import { addDays, addMonths, type CalendarDate, calendarDate } from '../../values/calendar-date.ts'

type Period = readonly [from: CalendarDate | '', to: CalendarDate | '']

/** The usual periods by name; empty where a period has no first or last day. */
export function usualPeriods(today: CalendarDate): Record<string, Period> {
  const month = calendarDate(`${today.slice(0, 7)}-01`)
  const quarter = addMonths(month, -((Number(today.slice(5, 7)) - 1) % 3))
  const year = calendarDate(`${today.slice(0, 4)}-01-01`)
  return {
    'This month': [month, ''],
    'Last month': [addMonths(month, -1), addDays(month, -1)],
    'This quarter': [quarter, ''],
    'Last quarter': [addMonths(quarter, -3), addDays(quarter, -1)],
    'This year': [year, ''],
    'Last year': [addMonths(year, -12), addDays(year, -1)],
    All: ['', ''],
  }
}

type Props = {
  path: string
  periods: Record<string, Period>
  filters: Record<string, string | null>
}

/** Links to periods; the other filters stay. */
export function Periods({ path, periods, filters }: Props) {
  return Object.entries(periods).map(([words, [from, to]]) => {
    const kept = Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : []))
    const query = new URLSearchParams([...kept, ['from', from], ['to', to]])
    return (
      <Link
        key={words}
        to={`${path}?${query}`}
        className="tall-target text-xs text-link underline underline-offset-2"
      >
        {words}
      </Link>
    )
  })
}
