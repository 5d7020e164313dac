import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, isPositive, min, subtract } from '../../values/money.ts'

/** Due until `until` has been received on the investment in total. `ofPlan`: a line of its payment plan. */
export type AgreedPayment = { on: CalendarDate; amount: Cents; until: Cents; ofPlan: boolean }

/**
 * The next due payment after this total was received, with what is left of it; null without agreements. A line of a plan
 * that lacks less than 0.5% counts as paid, and the next one includes what earlier lines lack.
 */
export function dueOnceReceived(
  agreed: AgreedPayment[],
  received: Cents,
): { on: CalendarDate; amount: Cents } | null {
  const due = agreed.find((payment) => isDue(payment, received))
  if (!due) return null
  const toCome = subtract(due.until, received)
  return { on: due.on, amount: due.ofPlan ? toCome : min(due.amount, toCome) }
}

function isDue({ amount, until, ofPlan }: AgreedPayment, received: Cents): boolean {
  const open = min(amount, subtract(until, received))
  return isPositive(open) && !(ofPlan && open * 200n < amount)
}
