import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { isOverdue } from '../investments/due.server.ts'
import { ages, dueDaysOf, type ReceivableScope, soonDays } from './receivable.ts'

/** Limits `due_lines` as `due` to a project; all of them for null. */
export const ofProject = (projectId: string | null) =>
  projectId === null ? sql<SqlBool>`true` : sql<SqlBool>`due.project_id = ${projectId}`

/** Which lines of `due_lines` as `due` make an investor part of the list. */
const inScope = (scope: ReceivableScope, today: CalendarDate): RawBuilder<SqlBool> => {
  if (scope === 'overdue') return isOverdue(today)
  if (scope === 'open') return sql<SqlBool>`true`
  return sql<SqlBool>`(due.due_on <= ${soonDays(today).to} and not due.nearly_paid)`
}

/**
 * What is overdue, added up by `of`, an expression over `due_lines` as `due`: id, an amount for each age, total, since;
 * `owed` and `first_on` are of all lines in the scope.
 */
export function agedBy(
  of: RawBuilder<unknown>,
  today: CalendarDate,
  condition: RawBuilder<SqlBool>,
  scope: ReceivableScope = 'overdue',
) {
  const days = dueDaysOf(today)
  // Lines of the default scope are overdue already.
  const overdue = scope === 'overdue' ? sql<SqlBool>`true` : isOverdue(today)
  const sums = ages.map((age) => {
    const { from, to } = days[age]
    const isOfAge =
      from === null ? sql`due.due_on <= ${to}` : sql`due.due_on between ${from} and ${to}`
    return sql`coalesce(sum(due.open_cents) filter (where ${isOfAge} and ${overdue}), 0)::bigint as ${sql.ref(age)}`
  })
  return sql`select ${of} as id, ${sql.join(sums)},
      coalesce(sum(due.open_cents) filter (where ${overdue}), 0)::bigint as total,
      min(due.due_on) filter (where ${overdue}) as since,
      sum(due.open_cents)::bigint as owed, min(due.due_on) as first_on
    from due_lines due where ${inScope(scope, today)} and due.open_cents > 0 and ${condition} group by 1`
}
