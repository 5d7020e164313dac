import { formatDay } from '../../values/calendar-date.ts'
import { counted } from '../../values/counted.ts'
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

/** `When “Roof” is reached`, or some days after. */
export function milestoneWords(name: string, days: number): string {
  return days === 0 ? `When “${name}” is reached` : `${counted(days, 'day')} after “${name}”`
}
