import { type CalendarDate, daysBetween } from './calendar-date.ts'
import { counted } from './counted.ts'
import { type Cents, formatAmount } from './money.ts'

/** A reminder of a payment. `kind` is its day relative to the due day: -7 is a week before. */
export type SentReminder = { id: string; dueOn: CalendarDate; kind: number; sentAt: Date }

/** When a payment is due, next to the day itself: `in 7 days`, `tomorrow`, `today`, `3 days overdue`. */
export function dueWords(dueOn: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, dueOn)
  if (days < 0) return `${counted(-days, 'day')} overdue`
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

/** The title of a reminder: `Payment due in 7 days`, `Payment 3 days overdue`. */
export function reminderTitle(dueOn: CalendarDate, today: CalendarDate): string {
  const words = dueWords(dueOn, today)
  return daysBetween(today, dueOn) < 0 ? `Payment ${words}` : `Payment due ${words}`
}

/** The open amount of the day that a reminder is about, with all that is due: `$1,000 of $3,000 due`. */
export function dueAmountWords(named: Cents, due: Cents): string {
  const amount = formatAmount(named, 'when-needed')
  return due > named ? `${amount} of ${formatAmount(due, 'when-needed')} due` : amount
}

/** The occasion of a sent reminder by its days relative to the due day: `7 days before`, `On the due day`, `1 day after`. */
export function occasionOf(kind: number): string {
  if (kind === 0) return 'On the due day'
  return `${counted(Math.abs(kind), 'day')} ${kind < 0 ? 'before' : 'after'}`
}
