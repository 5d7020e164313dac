import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName, matching } from '../../platform/database/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { shownPage } from '../../values/list-query.ts'
import { type Cents, subtract, sum, zero } from '../../values/money.ts'
import { isOverdue } from '../investments/due.server.ts'
import { agedBy, ofProject } from './overdue.server.ts'
import {
  type Age,
  type Aged,
  ages,
  type ReceivableOrder,
  type ReceivableScope,
  soonDays,
} from './receivable.ts'

export type ReceivableSearch = {
  q: string
  projectId: string | null
  order: ReceivableOrder
  scope: ReceivableScope
}

/** An investor or project with its overdue amounts. */
export type AgedRow = Record<Age, Cents> & {
  id: string
  total: Cents
  since: CalendarDate | null
}

/** The amounts of the whole list, with how many rows it has. */
export type AgedTotals = Record<Age, Cents> & { total: Cents; count: number }

const pageSize = 25

const orders = {
  amount: sql`aged.total desc, aged.since, aged.owed desc, aged.id`,
  age: sql`aged.since, aged.first_on, aged.total desc, aged.id`,
} as const

/** Searches names, emails and phone numbers, before their lines are read. */
const ofInvestors = (q: string) =>
  q.trim() === ''
    ? sql<SqlBool>`true`
    : sql<SqlBool>`due.investor_id = any(array(select investor.id from investor
        where ${matching(q, ['investor.full_name'], ['investor.email', 'investor.phone'])}))`

const conditionOf = ({ q, projectId }: ReceivableSearch) =>
  sql<SqlBool>`${ofProject(projectId)} and ${ofInvestors(q)}`

const orderOf = (order: ReceivableOrder) =>
  order === 'name'
    ? sql`(select ${byName('investor.full_name')} from investor where investor.id = aged.id), aged.id`
    : orders[order]

const agedColumns = sql.join(ages.map((age) => sql.ref(`aged.${age}`)))

const wholeColumns = sql.join([
  ...ages.map(
    (age) => sql`sum(${sql.ref(`aged.${age}`)}) over ()::bigint as ${sql.ref(`all_${age}`)}`,
  ),
  sql`sum(aged.total) over ()::bigint as all_total`,
  sql`count(*) over ()::int as count`,
])

type WholeRow = AgedRow & { count: number; all_total: Cents } & Record<`all_${Age}`, Cents>

const agedInvestors = (search: ReceivableSearch) =>
  agedBy(sql`due.investor_id`, clock.today(), conditionOf(search), search.scope)

/**
 * Investors with an overdue payment, or others as the scope says, 25 a page, and the amounts of the whole list. A page beyond the last shows the last.
 * Not included: cancelled, archived and completed investments.
 */
export async function overdueInvestors(
  admin: AdminActor,
  search: ReceivableSearch & { page: number },
): Promise<{ aged: AgedRow[]; totals: AgedTotals; page: number; pageSize: number }> {
  const read = async (page: number) => {
    const { rows } = await sql<WholeRow>`
      with aged as materialized (${agedInvestors(search)})
      select aged.id, ${agedColumns}, aged.total, aged.since, ${wholeColumns} from aged order by ${orderOf(search.order)}
      limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(admin.tx)
    return rows
  }
  const rows = await read(search.page)
  const [first] = rows
  if (!first && search.page > 1) {
    const all = await overdueIds(admin, search)
    if (all.length > 0)
      return overdueInvestors(admin, {
        ...search,
        page: shownPage(search.page, all.length, pageSize),
      })
  }
  return {
    aged: rows.map(agedRow),
    totals: totalsOf(first),
    page: first ? search.page : 1,
    pageSize,
  }
}

/** All ids of that list in its order, for an export. */
export async function overdueIds(admin: AdminActor, search: ReceivableSearch): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with aged as materialized (${agedInvestors(search)})
    select aged.id from aged order by ${orderOf(search.order)}`.execute(admin.tx)
  return rows.map(({ id }) => id)
}

/** The overdue amounts of these investors, in any order; also of those who owe nothing overdue. */
export async function overdueOf(
  admin: AdminActor,
  investorIds: string[],
  projectId: string | null,
): Promise<AgedRow[]> {
  const condition = sql<SqlBool>`due.investor_id = any(${investorIds}::uuid[]) and ${ofProject(projectId)}`
  const { rows } = await agedBy(sql`due.investor_id`, clock.today(), condition, 'open').execute(
    admin.tx,
  )
  return rows as AgedRow[]
}

/** `soon` is due within 30 days, and `nextOn` the first day from today on. */
export type NotDue = { notDue: Cents; soon: Cents; nextOn: CalendarDate | null }

/** What these investors owe and is not overdue: due later, without a day, or nearly paid. */
export async function notDueOf(
  admin: AdminActor,
  investorIds: string[],
  projectId: string | null,
): Promise<Map<string, NotDue>> {
  if (investorIds.length === 0) return new Map()
  const today = clock.today()
  const { from, to } = soonDays(today)
  const { rows } = await sql<NotDue & { id: string }>`
    select due.investor_id as id, sum(due.open_cents)::bigint as "notDue",
      coalesce(sum(due.open_cents) filter (where due.due_on between ${from} and ${to}), 0)::bigint as soon,
      min(due.due_on) filter (where due.due_on >= ${today}) as "nextOn"
    from due_lines due
    where due.investor_id = any(${investorIds}::uuid[]) and ${ofProject(projectId)} and due.open_cents > 0
      and ${isOverdue(today)} is not true
    group by 1`.execute(admin.tx)
  return new Map(rows.map(({ id, ...amounts }) => [id, amounts]))
}

function agedRow({ id, total, since, ...row }: WholeRow): AgedRow {
  const { to30, to60, to90, over90 } = row
  return { id, total, since, to30, to60, to90, over90 }
}

function totalsOf(row: WholeRow | undefined): AgedTotals {
  if (!row) return { to30: zero, to60: zero, to90: zero, over90: zero, total: zero, count: 0 }
  return {
    to30: row.all_to30,
    to60: row.all_to60,
    to90: row.all_to90,
    over90: row.all_over90,
    total: row.all_total,
    count: row.count,
  }
}

/** A project with what is owed for it. */
export type ProjectReceivable = Aged & { id: string; name: string }

/**
 * Every project that something is owed for, all of them, found by name. What is owed in all comes from a counter, because
 * there are millions of lines.
 */
export async function projectReceivables(
  admin: AdminActor,
  { q, projectId, order }: ReceivableSearch,
): Promise<ProjectReceivable[]> {
  const aged = await agedBy(sql`due.project_id`, clock.today(), ofProject(projectId)).execute(
    admin.tx,
  )
  const overdue = new Map((aged.rows as AgedRow[]).map((row) => [row.id, row]))
  const { rows } = await sql<{ id: string; name: string; open: Cents }>`
    select project.id, project.name, c.open from project
    join (select project_id, sum(open_cents)::bigint as open from cash_counter group by 1) c on c.project_id = project.id
    where ${matching(q, ['project.name'])} and ${projectId === null ? sql`true` : sql`project.id = ${projectId}`}
      and c.open > 0
    order by ${byName('project.name')}, project.id`.execute(admin.tx)
  return rows
    .map(({ id, name, open }) => projectRow({ id, name }, open, overdue.get(id)))
    .sort(projectOrders[order])
}

function projectRow(
  named: { id: string; name: string },
  open: Cents,
  row: AgedRow | undefined,
): ProjectReceivable {
  const total = row?.total ?? zero
  return {
    ...named,
    to30: row?.to30 ?? zero,
    to60: row?.to60 ?? zero,
    to90: row?.to90 ?? zero,
    over90: row?.over90 ?? zero,
    total,
    since: row?.since ?? null,
    notDue: subtract(open, total),
  }
}

const largerFirst = (left: Cents, right: Cents) => Number(right > left) - Number(right < left)

const projectOrders: Record<
  ReceivableOrder,
  (left: ProjectReceivable, right: ProjectReceivable) => number
> = {
  amount: (left, right) =>
    largerFirst(left.total, right.total) || largerFirst(left.notDue, right.notDue),
  age: (left, right) =>
    (left.since ?? '9999').localeCompare(right.since ?? '9999') ||
    largerFirst(left.total, right.total),
  name: () => 0,
}

/** The amounts of these projects together. */
export function summedUp(rows: ProjectReceivable[]): Omit<Aged, 'since'> {
  const of = (name: Age | 'notDue' | 'total') => sum(rows.map((row) => row[name]))
  return {
    to30: of('to30'),
    to60: of('to60'),
    to90: of('to90'),
    over90: of('over90'),
    notDue: of('notDue'),
    total: of('total'),
  }
}

/** What is owed and not overdue, of everyone or for one project; from the counter. */
export async function notDueInAll(
  admin: AdminActor,
  projectId: string | null,
  overdue: Cents,
): Promise<Cents> {
  const { open } = await admin.tx
    .selectFrom('cash_counter')
    .$if(projectId !== null, (counters) => counters.where('project_id', '=', projectId))
    .select(sql<Cents>`coalesce(sum(open_cents), 0)::bigint`.as('open'))
    .executeTakeFirstOrThrow()
  return subtract(open, overdue)
}
