import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  formatDay,
  isAfter,
  parseCalendarDate,
} from '../../../values/calendar-date.ts'
import type { FormReply } from '../../../values/form.ts'

type Period = { from: CalendarDate; to: CalendarDate }

/** The period of an address, both days required; last month when it names none. Null with the reply when it is wrong. */
export function journalPeriod(
  { searchParams }: URL,
  today: CalendarDate,
): { period: Period; reply: undefined } | { period: null; reply: FormReply } {
  if (!searchParams.has('from') && !searchParams.has('to')) {
    const month = calendarDate(`${today.slice(0, 7)}-01`)
    return { period: { from: addMonths(month, -1), to: addDays(month, -1) }, reply: undefined }
  }
  const values = { from: searchParams.get('from') ?? '', to: searchParams.get('to') ?? '' }
  const from = parseCalendarDate(values.from)
  const to = parseCalendarDate(values.to)
  if (from.ok && to.ok) {
    if (!isAfter(from.day, to.day))
      return { period: { from: from.day, to: to.day }, reply: undefined }
    const message = `From is after To, ${formatDay(to.day)}. Choose an earlier day.`
    return { period: null, reply: { values, errors: { from: message } } }
  }
  const errors = {
    ...(from.ok ? {} : { from: from.message }),
    ...(to.ok ? {} : { to: to.message }),
  }
  return { period: null, reply: { values, errors } }
}
