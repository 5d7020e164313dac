import { type Expression, type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { type DueKind, dueSoonDays } from './investment.ts'

/** The last day of the week beginning today. */
function weekEnd(today: CalendarDate) {
  return addDays(today, dueSoonDays - 1)
}

const isOpen = sql<SqlBool>`investment.archived_at is null and investment.status in ('pending', 'active')`

/** Selects by next payment: `overdue` before today, `week` within seven days, `undated` active without a plan or a day. */
export function isDue(kind: DueKind): Expression<SqlBool> {
  const today = clock.today()
  if (kind === 'overdue') return sql<SqlBool>`${isOpen} and investment.next_payment_on < ${today}`
  if (kind === 'week') {
    return sql<SqlBool>`${isOpen} and investment.next_payment_on between ${today} and ${weekEnd(today)}`
  }
  return sql<SqlBool>`${isOpen} and investment.status = 'active' and investment.next_payment_on is null
    and investment.plan_version is null`
}

/** `amount` is the agreed next amount, else what remains; `first` is the earliest day. */
export type Due = { count: number; amount: Cents; first: CalendarDate | null }

/** Counts payments due in this way, from an index. */
export function dueOf(admin: AdminActor, kind: DueKind): Promise<Due> {
  const amount = sql`coalesce(next_payment_cents, amount_cents - received_cents)`
  return admin.tx
    .selectFrom('investment')
    .where(isDue(kind))
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<Cents>`coalesce(sum(${amount}), 0)::bigint`.as('amount'))
    .select(sql<CalendarDate | null>`min(next_payment_on)`.as('first'))
    .executeTakeFirstOrThrow()
}

/** Payments that need attention, by `isDue`; `until` is the last day of the week. */
export async function duePayments(
  admin: AdminActor,
): Promise<Record<DueKind, Due> & { until: CalendarDate }> {
  const [overdue, week, undated] = await Promise.all([
    dueOf(admin, 'overdue'),
    dueOf(admin, 'week'),
    dueOf(admin, 'undated'),
  ])
  return { overdue, week, undated, until: weekEnd(clock.today()) }
}
