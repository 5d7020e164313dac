import { type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
import { milestoneWords } from '../../values/milestone-words.ts'
import { type Cents, formatAmount } from '../../values/money.ts'
import type { TemplateDue } from './plan-line.ts'

/** When a line is due: `30 days after “Roof”`. */
export function dueWords(due: TemplateDue, nameOf: (milestoneId: string) => string): string {
  switch (due.kind) {
    case 'date':
      return formatDay(due.on)
    case 'months':
      return due.months === 0
        ? 'On the day of the agreement'
        : `${counted(due.months, 'month')} after the agreement`
    default:
      return milestoneWords(nameOf(due.milestoneId), due.days)
  }
}

/** What a reached milestone makes due, in a sentence: `Your payment plan: $7,000 is due on 4 Dec 2026.` Empty for nothing. */
export function openedWords(
  instalments: { dueOn: CalendarDate; open: Cents }[],
  today: CalendarDate,
): string[] {
  if (instalments.length === 0) return []
  const parts = instalments.map(({ dueOn, open }) => {
    const when = dueOn < today ? 'has been due since' : 'is due on'
    return `${formatAmount(open, 'when-needed')} ${when} ${formatDay(dueOn)}`
  })
  return [`Your payment plan: ${parts.join('; ')}.`]
}
