import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { addDays, type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'
import type { StatementLine } from '../bank-statements/statement.ts'
import { firstPartFirst, lastMoment, lastPartFirst } from './parts-of-day.server.ts'

type Period = {
  from: CalendarDate
  to: CalendarDate
  opening: bigint | null
  closing: bigint | null
}

type CheckedStatement = Period & { lines: readonly Pick<StatementLine, 'occurredAt'>[] }

/**
 * What is probably missing between a statement and the account's other ones: days that no statement has, and balances that do
 * not follow. Warnings only: a bank may state its periods as it likes.
 */
export async function statementWarnings(
  admin: AdminActor,
  account: { id: string; currency: Currency },
  period: CheckedStatement,
  isOverlapping: boolean,
): Promise<string[]> {
  const warnings: (string | null)[] = []
  for (const side of ['before', 'after'] as const) {
    const other = await neighbour(admin, account.id, period, side)
    if (!other || (await isContinued(admin, account.id, period, side))) continue
    const [earlier, later] = side === 'before' ? [other, period] : [period, other]
    warnings.push(warningBetween(earlier, later, account.currency, isOverlapping))
  }
  return warnings.filter((warning) => warning !== null)
}

/** Whether a statement that meets this one, perhaps within a day, has the balance with which it begins or ends. */
async function isContinued(
  { tx }: AdminActor,
  accountId: string,
  { from, to, opening, closing }: Period,
  side: 'before' | 'after',
): Promise<boolean> {
  const files = tx
    .selectFrom('statement_file')
    .select('id')
    .where('payment_account_id', '=', accountId)
  const meeting =
    side === 'before'
      ? files
          .where('closing_minor', '=', opening)
          .where('from_on', '<=', from)
          .where('to_on', 'in', [addDays(from, -1), from])
      : files
          .where('opening_minor', '=', closing)
          .where('to_on', '>=', to)
          .where('from_on', 'in', [to, addDays(to, 1)])
  return (await meeting.limit(1).executeTakeFirst()) !== undefined
}

/** The statement that reaches furthest towards this one from before it, also within a day, or from after it. */
async function neighbour(
  { tx }: AdminActor,
  accountId: string,
  { from, to, lines }: CheckedStatement,
  side: 'before' | 'after',
): Promise<Period | null> {
  const first = lines.map(({ occurredAt }) => occurredAt).toSorted()[0] ?? null
  const [isOutside, isNearest, order] =
    side === 'before'
      ? [
          sql`(file.from_on < ${from} or (file.to_on = ${from} and ${lastMoment} < ${first}::timestamptz))`,
          sql`file.to_on = (select max(to_on) from outside)`,
          lastPartFirst,
        ]
      : [
          sql`file.to_on > ${to}`,
          sql`file.from_on = (select min(from_on) from outside)`,
          firstPartFirst,
        ]
  const { rows } = await sql<Period>`with outside as materialized (
      select file.id, payment_account_id, from_on, to_on, opening_minor, closing_minor, uploaded_at from statement_file file
      where file.payment_account_id = ${accountId} and ${isOutside})
    select file.from_on as from, file.to_on as to, file.opening_minor as opening, file.closing_minor as closing
    from outside file where ${isNearest} order by ${order} limit 1`.execute(tx)
  return rows[0] ?? null
}

function warningBetween(
  earlier: Period,
  later: Period,
  currency: Currency,
  isOverlapping: boolean,
): string | null {
  const { closing } = earlier
  const { opening } = later
  const isGap = addDays(earlier.to, 1) < later.from
  if (closing !== null && opening !== null) {
    if (closing === opening) return null
    if (!isGap && (isOverlapping || later.from < earlier.to)) return null
    const balances = `The statement up to ${formatDay(earlier.to)} closed at ${formatCurrency(closing, currency)}, the one from ${formatDay(later.from)} opens at ${formatCurrency(opening, currency)}.`
    if (!isGap) return `The balance does not follow. ${balances}`
    return `${gapBetween(earlier, later)} ${balances}`
  }
  return isGap ? gapBetween(earlier, later) : null
}

const gapBetween = (earlier: Period, later: Period) =>
  `Between ${formatDay(earlier.to)} and ${formatDay(later.from)} nothing was uploaded.`
