import { type CalendarDate, daysBetween, isAfter, isBefore } from './calendar-date.ts'
import { counted } from './counted.ts'
import { type Cents, formatAmount, isPositive, sum } from './money.ts'

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

/** What a line that is due by the reminder's day, or by today, still lacks. */
export type ReminderLine = { dueOn: CalendarDate; open: Cents; nearlyPaid: boolean }

/** `others` explain with `named` all that is asked for; `due` leaves out what nearly paid lines lack. */
export type ReminderAmounts = {
  named: Cents
  due: Cents
  toPay: Cents
  others: [label: string, amount: Cents][]
}

/** What a reminder of the payment of `dueOn` asks for. Only what was due before today is called overdue. */
export function reminderAmounts(
  lines: readonly ReminderLine[],
  dueOn: CalendarDate,
  today: CalendarDate,
): ReminderAmounts {
  const openOf = (isCounted: (line: ReminderLine) => boolean) =>
    sum(lines.filter(isCounted).map(({ open }) => open))
  const isOther = (line: ReminderLine) => !line.nearlyPaid && line.dueOn !== dueOn
  const overdue = openOf((line) => isOther(line) && isBefore(line.dueOn, today))
  const since = openOf((line) => isOther(line) && !isBefore(line.dueOn, today))
  const left = openOf((line) => line.nearlyPaid)
  const named = openOf((line) => !line.nearlyPaid && line.dueOn === dueOn)
  const others: ReminderAmounts['others'] = [
    [isBefore(dueOn, today) ? 'Also overdue' : 'Already overdue', overdue],
    [isAfter(dueOn, today) ? 'Also due before then' : 'Also due today', since],
    ['Left from earlier instalments', left],
  ]
  return {
    named,
    due: sum([named, overdue, since]),
    toPay: sum([named, overdue, since, left]),
    others: others.filter(([, amount]) => isPositive(amount)),
  }
}

/** The amount that a reminder is about, with all that is due: `$1,000 of $3,000 due`, or `due by then` before the day. */
export function dueAmountWords(
  { named, due }: Pick<ReminderAmounts, 'named' | 'due'>,
  dueOn: CalendarDate,
  today: CalendarDate,
): string {
  const amount = formatAmount(named, 'when-needed')
  if (due === named) return amount
  const by = isAfter(dueOn, today) ? 'due by then' : 'due'
  return `${amount} of ${formatAmount(due, 'when-needed')} ${by}`
}

/** The occasion of a sent reminder by its days relative to the due day: `7 days before`, `On the due day`, `1 day after`. */
export function occasionOf(kind: number): string {
  if (kind === 0) return 'On the due day'
  return `${counted(Math.abs(kind), 'day')} ${kind < 0 ? 'before' : 'after'}`
}
