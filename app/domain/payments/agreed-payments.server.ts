import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { type Cents, min, subtract } from '../../values/money.ts'

/**
 * What would be due next on an investment once this much has been received in all, with what is left of it; null where
 * nothing was agreed with an amount. What is due at present and was never paid toward is not among it.
 */
export async function agreedAt(
  admin: AdminActor,
  investmentId: string,
  received: Cents,
): Promise<{ on: CalendarDate; amount: Cents } | null> {
  const row = await admin.tx
    .selectFrom('agreed_payment')
    .select(['due_on', 'amount_cents', 'until_cents'])
    .where('investment_id', '=', investmentId)
    .where(sql<SqlBool>`until_cents > ${received}`)
    .orderBy('until_cents')
    .limit(1)
    .executeTakeFirst()
  if (!row || row.amount_cents === null || row.until_cents === null) return null
  return { on: row.due_on, amount: min(row.amount_cents, subtract(row.until_cents, received)) }
}
