import type { AdminActor } from '../../platform/database.server.ts'
import { shelfAt, tallyOf, tallyWithoutShelves } from '../../platform/tally.server.ts'
import { addMonths, type CalendarDate, calendarDate } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import type { InvestmentOrder, InvestmentStatus } from './investment.ts'

/** What is kept of the investments of one status: how many, and how much money. */
type KeptInvestments = {
  status: InvestmentStatus
  isArchived: boolean
  count: number
  amount: Cents
  received: Cents
}

/** As the database keeps it (migrations 0024 and 0039): a row for each status, however many investments there are. */
export async function keptInvestments(admin: AdminActor): Promise<KeptInvestments[]> {
  return (await tallyWithoutShelves(admin, 'investment')).map(({ kind, ...kept }) => {
    const [status, ...archived] = kind.split(' ')
    return { ...kept, status: status as InvestmentStatus, isArchived: archived.length > 0 }
  })
}

/** The same of those that were agreed in one month, by its first day. */
type KeptByMonth = KeptInvestments & { month: CalendarDate }

/** As above, a few rows for each month. */
export async function keptByMonth(admin: AdminActor): Promise<KeptByMonth[]> {
  return (await tallyOf(admin, 'investment')).map(({ kind, ...kept }) => {
    const [status, ...rest] = kind.split(' ')
    const month = calendarDate(`${rest.at(-1)}-01`)
    return { ...kept, status: status as InvestmentStatus, isArchived: rest.length > 1, month }
  })
}

/** A page of these begins in this month, after so many of it: where an index is entered instead of read from its end. */
export type BeginOfPage = {
  since: CalendarDate | null
  before: CalendarDate | null
  skipped: number
}

/**
 * Whole months before the page are left out by their kept count, so that few investments are skipped one by one. In an
 * order that is not by day nothing is left out.
 */
export function beginOfPage(
  kept: KeptByMonth[],
  order: InvestmentOrder,
  skipped: number,
): BeginOfPage {
  const whole = { since: null, before: null, skipped }
  if (skipped === 0 || (order !== 'newest' && order !== 'oldest')) return whole
  const shelves = kept.map(({ month, count }) => ({ at: month, count }))
  const byDay = (a: CalendarDate, b: CalendarDate) =>
    (a < b ? -1 : 1) * (order === 'newest' ? -1 : 1)
  const begin = shelfAt(shelves, skipped, byDay)
  if (!begin) return whole
  return order === 'newest'
    ? { since: null, before: addMonths(begin.at, 1), skipped: begin.skipped }
    : { since: begin.at, before: null, skipped: begin.skipped }
}
