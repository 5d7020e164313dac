import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, min, subtract } from '../../values/money.ts'

/** Due until `until` has been received on the investment in total. */
export type AgreedPayment = { on: CalendarDate; amount: Cents; until: Cents }

/** The next due payment after this total was received, with what is left of it; null without agreements. */
export function dueOnceReceived(
  agreed: AgreedPayment[],
  received: Cents,
): { on: CalendarDate; amount: Cents } | null {
  const due = agreed.find(({ until }) => until > received)
  return due ? { on: due.on, amount: min(due.amount, subtract(due.until, received)) } : null
}
