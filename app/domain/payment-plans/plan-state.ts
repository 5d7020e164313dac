import { type CalendarDate, daysBetween } from '../../values/calendar-date.ts'
import { type Cents, isPositive, subtract } from '../../values/money.ts'

/** A line of a plan with what it still lacks; `waitsFor` names its milestone, reached or not. */
export type PlanLine = {
  position: number
  label: string | null
  amount: Cents
  open: Cents
  dueOn: CalendarDate | null
  milestone: { id: string; name: string } | null
  daysAfter: number | null
}

/** `days` are those to the due day, or since it. */
export type LineState =
  | { kind: 'paid' }
  | { kind: 'waits'; milestone: string }
  | { kind: 'due'; days: number }
  | { kind: 'overdue'; days: number }

/** Less than half a percent of a line missing counts as paid. */
export function lineState(line: PlanLine, today: CalendarDate): LineState {
  if (line.open * 200n < line.amount) return { kind: 'paid' }
  if (line.dueOn === null) return { kind: 'waits', milestone: line.milestone?.name ?? '' }
  const days = daysBetween(today, line.dueOn)
  return days < 0 ? { kind: 'overdue', days: -days } : { kind: 'due', days }
}

/** What was received for a line that is not paid in full; null for none. */
export function partlyPaid({ amount, open }: Pick<PlanLine, 'amount' | 'open'>): Cents | null {
  const paid = subtract(amount, open)
  return isPositive(paid) && isPositive(open) ? paid : null
}
