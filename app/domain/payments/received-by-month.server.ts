import { clock } from '../../platform/clock.server.ts'
import { countersOf } from '../../platform/database/counters.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { addMonths, type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import { add, type Cents, zero } from '../../values/money.ts'

/**
 * What came in during one month of the business, named by its first day. `corrections` are refunds, adjustments and voids, below
 * zero when more went back; `received` is both together.
 */
export type MonthOfPayments = {
  month: CalendarDate
  payments: Cents
  corrections: Cents
  received: Cents
}

const monthsShown = 12

/**
 * The money received in each of the last twelve months, this one last, by the business date of the entries and over all
 * investments, cancelled ones too: it did come in. A void counts in the month of its own day, among the corrections.
 * From counters, because a year of a large ledger takes long to add up.
 */
export async function receivedByMonth(admin: AdminActor): Promise<MonthOfPayments[]> {
  const thisMonth = calendarDate(`${clock.today().slice(0, 7)}-01`)
  const first = addMonths(thisMonth, 1 - monthsShown)
  const sums = new Map((await countersOf(admin, 'month')).map(({ kind, amount }) => [kind, amount]))
  return Array.from({ length: monthsShown }, (_, index) => {
    const month = addMonths(first, index)
    const payments = sums.get(`${month.slice(0, 7)} payment`) ?? zero
    const corrections = sums.get(`${month.slice(0, 7)} correction`) ?? zero
    return { month, payments, corrections, received: add(payments, corrections) }
  })
}
