import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, zero } from '../../values/money.ts'
import { ages, dueDaysOf } from './receivable.ts'

/**
 * Overdue, of `due_lines` as `due`: the day has passed in Nairobi. A line that lacks less than 0.5% is not; what it lacks
 * is due with the next line.
 */
export const isOverdue = (today: CalendarDate) =>
  sql<SqlBool>`(due.due_on < ${today} and not due.nearly_paid)`

/** Limits `due_lines` as `due` to a project; all of them for null. */
export const ofProject = (projectId: string | null) =>
  projectId === null ? sql<SqlBool>`true` : sql<SqlBool>`due.project_id = ${projectId}`

/** What is overdue, added up by `of`, an expression over `due_lines` as `due`: id, an amount for each age, total, since. */
export function agedBy(
  of: RawBuilder<unknown>,
  today: CalendarDate,
  condition: RawBuilder<SqlBool>,
) {
  const days = dueDaysOf(today)
  const sums = ages.map((age) => {
    const { from, to } = days[age]
    const isOfAge =
      from === null ? sql`due.due_on <= ${to}` : sql`due.due_on between ${from} and ${to}`
    return sql`coalesce(sum(due.open_cents) filter (where ${isOfAge}), 0)::bigint as ${sql.ref(age)}`
  })
  return sql`select ${of} as id, ${sql.join(sums)}, sum(due.open_cents)::bigint as total, min(due.due_on) as since
    from due_lines due where ${isOverdue(today)} and due.open_cents > 0 and ${condition} group by 1`
}

/** `count` payments are overdue, `amount` in all, the earliest since `first`. */
export type OverdueFigure = { count: number; amount: Cents; first: CalendarDate | null }

/** What is overdue in all, for the dashboard: the same lines as the receivables. */
export async function overdueFigure({ tx }: AdminActor): Promise<OverdueFigure> {
  const { rows } = await sql<OverdueFigure>`
    select count(*)::int as count, coalesce(sum(due.open_cents), 0)::bigint as amount, min(due.due_on) as first
    from due_lines due where ${isOverdue(clock.today())} and due.open_cents > 0`.execute(tx)
  return rows[0] ?? { count: 0, amount: zero, first: null }
}
