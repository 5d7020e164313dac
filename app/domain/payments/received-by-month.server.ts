import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { addMonths, type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import { add, type Cents, zero } from '../../values/money.ts'

/**
 * What came in during one month of the business, named by its first day. `corrections` are refunds and adjustments, below
 * zero when more went back; `received` is both together.
 */
export type MonthOfPayments = { month: CalendarDate; payments: Cents; corrections: Cents; received: Cents }

const monthsShown = 12

/**
 * The money received in each of the last twelve months, this one last, by the business date of the entries and over all
 * investments, cancelled ones too: it did come in. What was voided by now is left out of the month it was entered for.
 */
export async function receivedByMonth(admin: AdminActor): Promise<MonthOfPayments[]> {
  const thisMonth = calendarDate(`${clock.today().slice(0, 7)}-01`)
  const first = addMonths(thisMonth, 1 - monthsShown)
  const entries = await sumEachMonth(admin, first)
  const voided = await sumVoidedEachMonth(admin, first)
  return Array.from({ length: monthsShown }, (_, index) => {
    const month = addMonths(first, index)
    const payments = add(entries.get(month)?.payments ?? zero, voided.get(month)?.payments ?? zero)
    const corrections = add(entries.get(month)?.corrections ?? zero, voided.get(month)?.corrections ?? zero)
    return { month, payments, corrections, received: add(payments, corrections) }
  })
}

const ofPayments = sql<Cents>`coalesce(sum(entry.amount_cents) filter (where entry.kind = 'payment'), 0)::bigint`
const ofCorrections = sql<Cents>`coalesce(sum(entry.amount_cents) filter (where entry.kind <> 'payment'), 0)::bigint`
const monthOf = sql<CalendarDate>`date_trunc('month', entry.dated_on)::date`

/** As entered, voided or not. */
async function sumEachMonth(admin: AdminActor, first: CalendarDate) {
  const rows = await admin.tx
    .selectFrom('ledger_entry as entry')
    .where('entry.kind', '<>', 'void')
    .where('entry.dated_on', '>=', first)
    .groupBy(monthOf)
    .select([monthOf.as('month'), ofPayments.as('payments'), ofCorrections.as('corrections')])
    .execute()
  return byMonth(rows)
}

/** What of that was taken back, below zero. There are few voids, so they are looked up from their side. */
async function sumVoidedEachMonth(admin: AdminActor, first: CalendarDate) {
  const rows = await admin.tx
    .selectFrom('ledger_entry as void')
    .innerJoin('ledger_entry as entry', 'entry.id', 'void.voids_id')
    .where('void.kind', '=', 'void')
    .where('entry.dated_on', '>=', first)
    .groupBy(monthOf)
    .select([
      monthOf.as('month'),
      sql<Cents>`(-${ofPayments})`.as('payments'),
      sql<Cents>`(-${ofCorrections})`.as('corrections'),
    ])
    .execute()
  return byMonth(rows)
}

type Sums = { month: CalendarDate; payments: Cents; corrections: Cents }

function byMonth(rows: Sums[]) {
  return new Map(rows.map((row) => [row.month, row]))
}
