import { clock } from '../../platform/clock.server.ts'
import { countersOf } from '../../platform/database/counters.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { addMonths, type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import { add, type Cents, zero } from '../../values/money.ts'

/** A month named by its first day. `corrections` are refunds, adjustments and voids; `received` includes them. */
export type MonthOfPayments = {
  month: CalendarDate
  payments: Cents
  corrections: Cents
  received: Cents
}

const monthsShown = 12

/**
 * Money received in each of the last twelve months by business date, cancelled investments included. Voids count in
 * their own month. From counters, because a large ledger is slow to add up.
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
