import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, min, subtract } from '../../values/money.ts'

/** Completed is fully paid; pending has received nothing. */
export type InvestmentStatus = 'pending' | 'active' | 'completed' | 'cancelled'

export const investmentStatuses = ['pending', 'active', 'completed', 'cancelled'] as const

export const investmentStatusLabels: Record<InvestmentStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const investmentTones = {
  pending: 'amber',
  active: 'blue',
  completed: 'green',
  cancelled: 'grey',
} as const satisfies Record<InvestmentStatus, string>

/** The usual order first. */
export const investmentOrders = [
  'newest',
  'oldest',
  'largest',
  'remaining',
  'next-payment',
] as const
export type InvestmentOrder = (typeof investmentOrders)[number]

export const dueKinds = ['overdue', 'week', 'undated'] as const
export type DueKind = (typeof dueKinds)[number]

/** Days of the week of due payments, today included. */
export const dueSoonDays = 7

/** The day of the next payment; null for paid or cancelled investments, where an import may have left a date. */
export function nextPaymentDate(
  status: InvestmentStatus,
  on: CalendarDate | null,
): CalendarDate | null {
  return status === 'pending' || status === 'active' ? on : null
}

/** What is still to be paid; null for a cancelled investment. */
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

/** The next payment: null where none is expected, else its day and the agreed amount, at most what remains. */
export function nextPaymentOf(
  row: Expected,
  remaining: Cents,
): { on: CalendarDate; amount: Cents } | null {
  const on = nextPaymentDate(row.status, row.next_payment_on)
  return on && { on, amount: dueOf(row, remaining) }
}

/** The agreed amount, at most what remains; what remains where none was agreed. */
export function dueOf(
  { next_payment_cents: agreed }: Pick<Expected, 'next_payment_cents'>,
  remaining: Cents,
): Cents {
  return agreed === null ? remaining : min(agreed, remaining)
}

/** What is said where no next payment has a day; `otherwise` where an open investment has neither plan nor day. */
export function withoutNextWords(
  { undated, waitsFor }: { undated: number; waitsFor: string | null },
  otherwise: string,
): string {
  if (undated > 0) return otherwise
  return nothingDueWords(waitsFor)
}

/** Why no line of a plan is due: it waits for the milestone of this name, or, for null, is paid. */
export const nothingDueWords = (waitsFor: string | null): string =>
  waitsFor === null ? 'All instalments are paid' : `Waits for “${waitsFor}”`
