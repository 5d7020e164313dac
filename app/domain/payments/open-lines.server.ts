import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { referenceKeys } from './same-reference.server.ts'

/** An open line of a statement, as people recognise it. */
export type OpenLine = {
  id: string
  minor: bigint
  currency: Currency
  payerName: string | null
  on: CalendarDate
  account: string
}

/**
 * The open bank transactions of money in that have these numbers, the oldest of each, by the number that was given.
 * Numbers are compared without case, blanks and punctuation.
 */
export async function openLinesWithNumbers(
  admin: AdminActor,
  numbers: readonly string[],
): Promise<Map<string, OpenLine>> {
  const keys = await referenceKeys(admin, numbers)
  if (keys.size === 0) return new Map()
  const key = sql<string>`reference_key(coalesce(transaction.mpesa_code, transaction.provider_number))`
  const rows = await admin.tx
    .selectFrom('bank_transaction as transaction')
    .innerJoin('payment_account as account', 'account.id', 'transaction.payment_account_id')
    .select(['transaction.id', 'transaction.currency', 'transaction.payer_name as payerName'])
    .select(['transaction.value_on as on', 'account.name as account'])
    .select(sql<bigint>`transaction.minor - allocated_minor - returned_minor`.as('minor'))
    .select(key.as('key'))
    .where('transaction.state', 'in', ['unmatched', 'suggested'])
    .where('transaction.minor', '>', 0n)
    .where(sql<SqlBool>`${key} = any(${[...keys.values()]}::text[])`)
    .orderBy('transaction.occurred_at', 'desc')
    .orderBy('transaction.id', 'desc')
    .execute()
  const byKey = new Map(rows.map(({ key: own, ...line }) => [own, line]))
  return new Map(
    [...keys].flatMap(([number, own]) => {
      const line = byKey.get(own)
      return line ? [[number, line] as const] : []
    }),
  )
}
