import type { CalendarDate } from '../../values/calendar-date.ts'

/** Where an investment stands (decisions §4). Completed is fully paid; pending has received nothing. */
export type InvestmentStatus = 'pending' | 'active' | 'completed' | 'cancelled'

/** In the order of an investment's life, as lists and forms offer them. */
export const investmentStatuses = ['pending', 'active', 'completed', 'cancelled'] as const

/** The word for each status (MIV-009). */
export const investmentStatusLabels: Record<InvestmentStatus, string> = {
  pending: 'Pending',
  active: 'Active',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

/** The colour of each status, the same in portal and back office (decisions §9). */
export const investmentTones = {
  pending: 'amber',
  active: 'blue',
  completed: 'green',
  cancelled: 'grey',
} as const satisfies Record<InvestmentStatus, string>

/** The orders Manage Investments offers, the usual one first (MIV-003). */
export const investmentOrders = ['newest', 'oldest', 'largest', 'next-payment'] as const
export type InvestmentOrder = (typeof investmentOrders)[number]

/** What Manage Investments offers to narrow to, by the next payment. */
export const dueKinds = ['overdue', 'week', 'undated'] as const
export type DueKind = (typeof dueKinds)[number]

/** How many days make the week in which a payment falls due, today among them. */
export const daysLookedAhead = 7

/**
 * The day of a next payment that still means something: of what is paid in full or cancelled none is awaited, though an
 * import may have left a date (decisions §4), which counts again should a payment be voided.
 */
export function awaitedOn(status: InvestmentStatus, on: CalendarDate | null): CalendarDate | null {
  return status === 'pending' || status === 'active' ? on : null
}
