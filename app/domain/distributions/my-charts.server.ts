import { type RawBuilder, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorReader } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import { addMonths, type CalendarDate, calendarDate, isAfter } from '../../values/calendar-date.ts'
import { type Cents, isPositive, subtract, sum, zero } from '../../values/money.ts'
import type { Returns } from './my-returns.server.ts'

/** The position at the end of a month, named by its first day; today's in the current month. */
export type MonthOfPosition = { month: CalendarDate; paid: Cents; remaining: Cents }
/** Amounts include pending investments, not cancelled ones. */
export type Allocation = { projectId: string; project: string; amount: Cents }
/** What was sent in a quarter, less what was voided in it; named by its first day. */
export type QuarterOfReturns = { quarter: CalendarDate; returned: Cents }

export type Charts = {
  months: MonthOfPosition[]
  allocation: Allocation[]
  quarters: QuarterOfReturns[]
}

/** The data of the reader's charts; the last values equal those of the dashboard's cards. */
export async function chartsOf(reader: InvestorReader, returns: Returns): Promise<Charts> {
  const [months, allocation] = await Promise.all([monthsOf(reader), allocationOf(reader)])
  return { months, allocation, quarters: quartersOf(returns) }
}

const monthsShown = 12

/**
 * Paid and remaining by business date, over investments that are not cancelled. Voids and amount
 * changes count from their own dates, so past months stay as they were.
 */
async function monthsOf(reader: InvestorReader): Promise<MonthOfPosition[]> {
  const agreed = counted(reader)
    .select([monthOf(sql`invested_on`).as('month'), 'amount_cents as agreed'])
    .select(sql<Cents>`0`.as('received'))
  const corrected = (day: RawBuilder<unknown>, difference: RawBuilder<Cents>) =>
    counted(reader)
      .innerJoin('amendment', 'amendment.investment_id', 'investment.id')
      .where('amendment.kind', '=', 'amount')
      .select([monthOf(day).as('month'), difference.as('agreed'), sql<Cents>`0`.as('received')])
  const before = corrected(sql`invested_on`, sql`former_amount_cents - amendment.amount_cents`)
  const after = corrected(
    sql`(amended_at at time zone 'Africa/Nairobi')::date`,
    sql`amendment.amount_cents - former_amount_cents`,
  )
  const received = counted(reader)
    .innerJoin('ledger_entry as entry', 'entry.investment_id', 'investment.id')
    .select([
      monthOf(sql`entry.dated_on`).as('month'),
      sql<Cents>`0`.as('agreed'),
      'entry.amount_cents as received',
    ])
  const moved = await reader.tx
    .selectFrom(agreed.unionAll(before).unionAll(after).unionAll(received).as('moved'))
    .select([
      'month',
      sql<Cents>`sum(agreed)::bigint`.as('agreed'),
      sql<Cents>`sum(received)::bigint`.as('received'),
    ])
    .groupBy('month')
    .execute()
  const thisMonth = calendarDate(`${clock.today().slice(0, 7)}-01`)
  return Array.from({ length: monthsShown }, (_, index) => {
    const month = addMonths(thisMonth, index + 1 - monthsShown)
    // Later dates are part of today's figures.
    const isCounted = (row: { month: CalendarDate }) =>
      month === thisMonth || !isAfter(row.month, month)
    const counts = moved.filter(isCounted)
    const paid = sum(counts.map(({ received }) => received))
    const invested = sum(counts.map(({ agreed }) => agreed))
    const remaining = subtract(invested, paid)
    return { month, paid, remaining: isPositive(remaining) ? remaining : zero }
  })
}

async function allocationOf(reader: InvestorReader): Promise<Allocation[]> {
  const rows = await counted(reader)
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['project.id', 'project.name', sql<Cents>`sum(amount_cents)::bigint`.as('amount')])
    .groupBy(['project.id', 'project.name'])
    .orderBy('amount', 'desc')
    .orderBy(byName('project.name'))
    .execute()
  return rows.map(({ id: projectId, name: project, amount }) => ({ projectId, project, amount }))
}

const quartersShown = 8

/** The last eight quarters from the first with a return; empty without any. */
function quartersOf({ movements }: Returns): QuarterOfReturns[] {
  const given = Map.groupBy(movements, ({ on }) => quarterOf(on))
  const first = [...given.keys()].at(-1)
  const today = clock.today()
  const all: QuarterOfReturns[] = []
  for (let quarter = first; quarter && !isAfter(quarter, today); quarter = addMonths(quarter, 3)) {
    all.push({ quarter, returned: sum((given.get(quarter) ?? []).map(({ amount }) => amount)) })
  }
  return all.slice(-quartersShown)
}

/** The first day of the quarter that a day is in. */
function quarterOf(day: CalendarDate): CalendarDate {
  const month = Number(day.slice(5, 7))
  return addMonths(calendarDate(`${day.slice(0, 7)}-01`), -((month - 1) % 3))
}

function counted(reader: InvestorReader) {
  return reader.tx
    .selectFrom('investment')
    .where('investment.investor_id', '=', reader.investorId)
    .where('investment.status', '<>', 'cancelled')
}

const monthOf = (day: RawBuilder<unknown>) => sql<CalendarDate>`date_trunc('month', ${day})::date`
