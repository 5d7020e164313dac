import { type Expression, type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { addDays, type CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, zero } from '../../values/money.ts'
import { type DueKind, dueSoonDays } from './investment.ts'

/** The last day of the week beginning today. */
function weekEnd(today: CalendarDate) {
  return addDays(today, dueSoonDays - 1)
}

const isOpen = sql<SqlBool>`investment.archived_at is null and investment.status in ('pending', 'active')`

/**
 * Overdue, of `due_lines` as `due`: the day has passed in Nairobi. A line that lacks less than 0.5% is not; what it lacks
 * is due with the next line.
 */
export const isOverdue = (today: CalendarDate) =>
  sql<SqlBool>`(due.due_on < ${today} and not due.nearly_paid)`

/** The same, of lines whose day is within seven days from today. */
const isDueInWeek = (today: CalendarDate) =>
  sql<SqlBool>`(due.due_on between ${today} and ${weekEnd(today)} and not due.nearly_paid)`

/**
 * Selects investments: `overdue` by the day of the next payment, `week` with any payment due within seven days from today,
 * `undated` active without a plan or a day.
 */
export function isDue(kind: DueKind): Expression<SqlBool> {
  const today = clock.today()
  if (kind === 'overdue') return sql<SqlBool>`${isOpen} and investment.next_payment_on < ${today}`
  if (kind === 'week')
    return sql<SqlBool>`${isOpen} and investment.id in (select due.investment_id from due_lines due where ${isDueInWeek(today)})`
  return sql<SqlBool>`${isOpen} and investment.status = 'active' and investment.next_payment_on is null
    and investment.plan_version is null`
}

/** `amount` is what is open, for those without a day all that remains; `first` is the earliest day. */
export type Due = { count: number; amount: Cents; first: CalendarDate | null }

/** Counts investments whose next payment is overdue, from an index. */
export async function countOverdue({ tx }: AdminActor): Promise<number> {
  const { count } = await tx
    .selectFrom('investment')
    .where(isDue('overdue'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the payments that are overdue or due within the week, several of one investment too, from an index. */
async function dueOf({ tx }: AdminActor, kind: 'overdue' | 'week'): Promise<Due> {
  const today = clock.today()
  const isOfKind = kind === 'overdue' ? isOverdue(today) : isDueInWeek(today)
  const { rows } = await sql<Due>`
    select count(*)::int as count, coalesce(sum(due.open_cents), 0)::bigint as amount, min(due.due_on) as first
    from due_lines due where ${isOfKind} and due.open_cents > 0`.execute(tx)
  return rows[0] ?? { count: 0, amount: zero, first: null }
}

/** Counts active investments without a plan or a day, with what remains of them. */
function undatedOf({ tx }: AdminActor): Promise<Due> {
  return tx
    .selectFrom('investment')
    .where(isDue('undated'))
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<Cents>`coalesce(sum(amount_cents - received_cents), 0)::bigint`.as('amount'))
    .select(sql<CalendarDate | null>`null::date`.as('first'))
    .executeTakeFirstOrThrow()
}

/** Payments that need attention, by `isDue`; `until` is the last day of the week. */
export async function duePayments(
  admin: AdminActor,
): Promise<Record<DueKind, Due> & { until: CalendarDate }> {
  const [overdue, week, withoutDay] = await Promise.all([
    dueOf(admin, 'overdue'),
    dueOf(admin, 'week'),
    undatedOf(admin),
  ])
  return { overdue, week, undated: withoutDay, until: weekEnd(clock.today()) }
}
