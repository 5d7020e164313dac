import { type Expression, type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { tallyOf } from '../../platform/tally.server.ts'
import { addDays, type CalendarDate, calendarDate, isBefore } from '../../values/calendar-date.ts'
import { type Cents, sum } from '../../values/money.ts'
import { type DueKind, daysLookedAhead } from './investment.ts'

/** The last day of the seven that begin today. */
function weekEnd(today: CalendarDate) {
  return addDays(today, daysLookedAhead - 1)
}

/** What is still open and in the list; in the words of the index of 0022. */
const isOpen = sql<SqlBool>`investment.archived_at is null and investment.status in ('pending', 'active')`

/**
 * A condition on investments by their next payment: `overdue` was expected before today, `week` is expected on one of
 * the seven days that begin today, `undated` is an active one, so with money outstanding, that names no day.
 */
export function isDue(kind: DueKind): Expression<SqlBool> {
  const today = clock.today()
  if (kind === 'overdue') return sql<SqlBool>`${isOpen} and investment.next_payment_on < ${today}`
  if (kind === 'week') {
    return sql<SqlBool>`${isOpen} and investment.next_payment_on between ${today} and ${weekEnd(today)}`
  }
  return sql<SqlBool>`${isOpen} and investment.status = 'active' and investment.next_payment_on is null`
}

/** How many payments, and how much: the agreed next amount, or without one all that remains. `first` is the earliest. */
export type Due = { count: number; amount: Cents; first: CalendarDate | null }

/**
 * The payments an admin must look after, in the words of `isDue`; `until` is the last day of the week. The database keeps
 * them by their day (0039), because a large company awaits tens of thousands.
 */
export async function duePayments(
  admin: AdminActor,
): Promise<Record<DueKind, Due> & { until: CalendarDate }> {
  const today = clock.today()
  const until = weekEnd(today)
  const kept = (await tallyOf(admin, 'due')).filter(({ count }) => count > 0)
  const dated = kept.flatMap(({ kind, ...due }) =>
    kind === 'undated' ? [] : [{ ...due, on: calendarDate(kind) }],
  )
  const week = dated.filter(({ on }) => !isBefore(on, today) && !isBefore(until, on))
  return {
    overdue: together(dated.filter(({ on }) => isBefore(on, today))),
    week: together(week),
    undated: together(kept.filter(({ kind }) => kind === 'undated')),
    until,
  }
}

function together(kept: { count: number; amount: Cents; on?: CalendarDate }[]): Due {
  const days = kept.flatMap(({ on }) => on ?? []).sort()
  return {
    count: kept.reduce((all, { count }) => all + count, 0),
    amount: sum(kept.map(({ amount }) => amount)),
    first: days[0] ?? null,
  }
}
