import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import { addMonths, type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import { type Cents, subtract, sum, zero } from '../../values/money.ts'
import { isOverdue } from '../investments/due.server.ts'
import { ofProject } from './overdue.server.ts'

/** How many months a forecast looks back, and how many it looks ahead, this month included. */
const monthsBack = 6
const monthsAhead = 12

/**
 * A month named by its first day. `scheduled` is what plans and next payments name for it, `open` the part still to come,
 * `received` is null for months to come.
 */
export type ForecastMonth = {
  month: CalendarDate
  scheduled: Cents
  open: Cents
  received: Cents | null
}

export type Forecast = {
  months: ForecastMonth[]
  /** Open and due before today. */
  overdue: Cents
  /** To come from today to the end of the last month shown. */
  expected: Cents
  /** Open after the last month shown. */
  later: Cents
  /** Open in lines that wait for a milestone. */
  undated: Cents
}

const monthOf = (day: CalendarDate) => calendarDate(`${day.slice(0, 7)}-01`)

/** The past 6 and the next 12 months of the company, or of a project; from a counter, because there are millions of lines. */
export async function cashForecast(admin: AdminActor, projectId: string | null): Promise<Forecast> {
  const today = clock.today()
  const thisMonth = monthOf(today)
  const first = addMonths(thisMonth, -monthsBack)
  const rows = await admin.tx
    .selectFrom('cash_counter')
    .$if(projectId !== null, (counters) => counters.where('project_id', '=', projectId))
    .groupBy('month')
    .select('month')
    .select(sql<Cents>`sum(scheduled_cents)::bigint`.as('scheduled'))
    .select(sql<Cents>`sum(open_cents)::bigint`.as('open'))
    .select(sql<Cents>`sum(received_cents)::bigint`.as('received'))
    .execute()
  const found = new Map(rows.map((row) => [row.month, row]))
  const months = Array.from({ length: monthsBack + monthsAhead }, (_, index) => {
    const month = addMonths(first, index)
    const row = found.get(month)
    return {
      month,
      scheduled: row?.scheduled ?? zero,
      open: row?.open ?? zero,
      received: month > thisMonth ? null : (row?.received ?? zero),
    }
  })
  const overdue = await openBefore(admin, today, projectId)
  const after = addMonths(first, monthsBack + monthsAhead)
  const openWhere = (isShown: (month: CalendarDate | null) => boolean) =>
    sum(rows.filter(({ month }) => isShown(month)).map(({ open }) => open))
  return {
    months,
    overdue,
    expected: subtract(
      openWhere((month) => month !== null && month < after),
      overdue,
    ),
    later: openWhere((month) => month !== null && month >= after),
    undated: openWhere((month) => month === null),
  }
}

async function openBefore({ tx }: AdminActor, today: CalendarDate, projectId: string | null) {
  const { rows } = await sql<{ amount: Cents }>`
    select coalesce(sum(due.open_cents), 0)::bigint as amount from due_lines due
    where ${isOverdue(today)} and due.open_cents > 0 and ${ofProject(projectId)}`.execute(tx)
  return rows[0]?.amount ?? zero
}

/** A project with what is still to come from it in a forecast. */
export type ForecastProject = {
  id: string
  name: string
  /** Received in this month and the six before. */
  received: Cents
  /** Scheduled for the same months. */
  scheduled: Cents
  /** Open until the end of the last month shown, overdue payments included. */
  open: Cents
  undated: Cents
}

/** Projects of which something was scheduled, received or is to come, the most to come first. */
export async function forecastByProject({ tx }: AdminActor): Promise<ForecastProject[]> {
  const thisMonth = monthOf(clock.today())
  const first = addMonths(thisMonth, -monthsBack)
  const after = addMonths(first, monthsBack + monthsAhead)
  const past = sql`counter.month between ${first} and ${thisMonth}`
  const { rows } = await sql<ForecastProject>`
    select project.id, project.name, c.received, c.scheduled, c.open, c.undated from (
      select counter.project_id,
        coalesce(sum(counter.received_cents) filter (where ${past}), 0)::bigint as received,
        coalesce(sum(counter.scheduled_cents) filter (where ${past}), 0)::bigint as scheduled,
        coalesce(sum(counter.open_cents) filter (where counter.month < ${after}), 0)::bigint as open,
        coalesce(sum(counter.open_cents) filter (where counter.month is null), 0)::bigint as undated
      from cash_counter counter where counter.month >= ${first} or counter.month is null or counter.open_cents <> 0
      group by 1) c
    join project on project.id = c.project_id
    where (c.received, c.scheduled, c.open, c.undated) <> (0, 0, 0, 0)
    order by c.open desc, ${byName('project.name')}, project.id`.execute(tx)
  return rows
}

/** A month of one project, for an export. `month` is null for what waits for a milestone. */
export type ForecastLine = Omit<ForecastMonth, 'month'> & {
  id: string
  project: string
  month: CalendarDate | null
}

/** The months shown of these projects, in order, with what has no day last. */
export async function forecastLines(
  { tx }: AdminActor,
  projectIds: string[],
): Promise<ForecastLine[]> {
  const thisMonth = monthOf(clock.today())
  const first = addMonths(thisMonth, -monthsBack)
  const after = addMonths(first, monthsBack + monthsAhead)
  const { rows } = await sql<ForecastLine>`
    select project.id, project.name as project, counter.month, sum(counter.scheduled_cents)::bigint as scheduled,
      sum(counter.open_cents)::bigint as open,
      case when counter.month <= ${thisMonth} then sum(counter.received_cents)::bigint end as received
    from cash_counter counter join project on project.id = counter.project_id
    where counter.project_id = any(${projectIds}::uuid[])
      and (counter.month is null or counter.month >= ${first} and counter.month < ${after})
    group by project.id, project.name, counter.month
    having (sum(counter.scheduled_cents), sum(counter.open_cents), sum(counter.received_cents)) <> (0, 0, 0)
    order by ${byName('project.name')}, project.id, counter.month nulls last`.execute(tx)
  return rows
}
