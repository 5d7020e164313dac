import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, min, subtract } from '../../values/money.ts'

/** A payment that was agreed with an amount; it is due until `until` has been received on the investment in all. */
export type AgreedPayment = { on: CalendarDate; amount: Cents; until: Cents }

/** What is due next once this much has been received in all, with what is left of it; null where nothing was agreed. */
export function dueOnceReceived(
  agreed: AgreedPayment[],
  received: Cents,
): { on: CalendarDate; amount: Cents } | null {
  const due = agreed.find(({ until }) => until > received)
  return due ? { on: due.on, amount: min(due.amount, subtract(due.until, received)) } : null
}
