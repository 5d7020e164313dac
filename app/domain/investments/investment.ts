import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, min, subtract } from '../../values/money.ts'

/** Where an investment stands. Completed is fully paid; pending has received nothing. */
export type InvestmentStatus = 'pending' | 'active' | 'completed' | 'cancelled'

/** In the order of an investment's life, as lists and forms offer them. */
export const investmentStatuses = ['pending', 'active', 'completed', 'cancelled'] as const

/** The word for each status. */
export const investmentStatusLabels: Record<InvestmentStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** The colour of each status, the same in portal and back office. */
export const investmentTones = {
  pending: 'amber',
  active: 'blue',
  completed: 'green',
  cancelled: 'grey',
} as const satisfies Record<InvestmentStatus, string>

/** The orders Manage Investments offers, the usual one first. */
export const investmentOrders = ['newest', 'oldest', 'largest', 'next-payment'] as const
export type InvestmentOrder = (typeof investmentOrders)[number]

/** What Manage Investments offers to narrow to, by the next payment. */
export const dueKinds = ['overdue', 'week', 'undated'] as const
export type DueKind = (typeof dueKinds)[number]

/** How many days make the week in which a payment falls due, today among them. */
export const dueSoonDays = 7

/**
 * The day of a next payment that still means something: of what is paid in full or cancelled none is awaited,
 * though an import may have left a date, which counts again should a payment be voided.
 */
export function nextPaymentDate(
  status: InvestmentStatus,
  on: CalendarDate | null,
): CalendarDate | null {
  return status === 'pending' || status === 'active' ? on : null
}

/**
 * What is still to be paid; null of a cancelled investment, of which nothing is: what was paid on it is to be
 * refunded.
 */
export function remainingOf(
  status: InvestmentStatus,
  amount: Cents,
  received: Cents,
): Cents | null {
  return status === 'cancelled' ? null : subtract(amount, received)
}

type Expected = {
  status: InvestmentStatus
  next_payment_on: CalendarDate | null
  next_payment_cents: Cents | null
}

/**
 * The next payment, as screens and files say it: null where none is awaited, else its day and what is due then. Without
 * an agreed amount that is what remains, and never more than that.
 */
export function nextPaymentOf(
  row: Expected,
  remaining: Cents,
): { on: CalendarDate; amount: Cents } | null {
  const on = nextPaymentDate(row.status, row.next_payment_on)
  return on && { on, amount: dueOf(row, remaining) }
}

/** What is due at a next payment: what was agreed, or what remains where that is less or nothing was agreed. */
export function dueOf(
  { next_payment_cents: agreed }: Pick<Expected, 'next_payment_cents'>,
  remaining: Cents,
): Cents {
  return agreed === null ? remaining : min(agreed, remaining)
}
