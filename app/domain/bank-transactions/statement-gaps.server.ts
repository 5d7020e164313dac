import type { AdminActor } from '../../platform/database/database.server.ts'
import { addDays, type CalendarDate, formatDay } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { formatCurrency } from '../../values/exchange-rate.ts'

type Period = {
  from: CalendarDate
  to: CalendarDate
  opening: bigint | null
  closing: bigint | null
}

/**
 * What is probably missing between a statement and the account's other ones: days that no statement has, and balances that do
 * not follow. Warnings only: a bank may state its periods as it likes.
 */
export async function statementWarnings(
  admin: AdminActor,
  account: { id: string; currency: Currency },
  period: Period,
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

/** The statement that reaches furthest towards this period from before or after it. */
async function neighbour(
  { tx }: AdminActor,
  accountId: string,
  { from, to }: Period,
  side: 'before' | 'after',
): Promise<Period | null> {
  const files = tx
    .selectFrom('statement_file')
    .select(['from_on as from', 'to_on as to'])
    .select(['opening_minor as opening', 'closing_minor as closing'])
    .where('payment_account_id', '=', accountId)
  const nearest =
    side === 'before'
      ? files.where('from_on', '<', from).orderBy('to_on', 'desc')
      : files.where('to_on', '>', to).orderBy('from_on')
  return (await nearest.orderBy('uploaded_at', 'desc').limit(1).executeTakeFirst()) ?? null
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
