import {
  addDays,
  addMonths,
  type CalendarDate,
  isAfter,
  isBefore,
  parseCalendarDate,
} from '../../../values/calendar-date.ts'
import type { FormReply } from '../../../values/form.ts'

type Choices = { accounts: { id: string }[]; months: CalendarDate[]; today: CalendarDate }

/** The account of an address; the first one when it names none. Null for an unknown account. */
export function accountIn<Account extends { id: string }>(
  url: URL,
  accounts: readonly Account[],
): Account | null {
  const id = url.searchParams.get('account')
  return (id ? accounts.find((account) => account.id === id) : accounts[0]) ?? null
}

/** The period of an address, with what is wrong for each field; a wrong field counts as not given. */
export function parsePeriod(url: URL, { months, today }: Pick<Choices, 'months' | 'today'>) {
  const typed = {
    month: url.searchParams.get('month')?.trim() ?? '',
    asOf: url.searchParams.get('as-of')?.trim() ?? '',
  }
  const errors: Record<string, string> = {}
  const latest = months[0] ?? today
  const chosen = months.find((month) => month.slice(0, 7) === typed.month)
  if (typed.month && !chosen) errors.month = 'Choose a month from the list.'
  const from = chosen ?? latest
  const day = parseCalendarDate(typed.asOf)
  if (typed.asOf && !day.ok) errors['as-of'] = day.message
  const isLate = day.ok && isAfter(day.day, today)
  const isEarly = day.ok && isBefore(day.day, from)
  if (isLate) errors['as-of'] = 'Choose a day up to today.'
  if (isEarly) errors['as-of'] = 'Choose a day on or after the first of the month.'
  const reply: FormReply = { values: { month: typed.month, 'as-of': typed.asOf }, errors }
  return {
    from,
    to: addDays(addMonths(from, 1), -1),
    asOf: day.ok && !isLate && !isEarly ? day.day : today,
    reply: Object.keys(errors).length > 0 ? reply : undefined,
  }
}
