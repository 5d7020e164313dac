import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'

/** An open line of a statement, as people recognise it. */
export type OpenLine = {
  id: string
  minor: bigint
  currency: Currency
  payerName: string | null
  on: CalendarDate
  account: string
}

/** The oldest open transaction of money in with this number; null without one. */
export async function openLineWithNumber(
  { tx }: AdminActor,
  number: string,
): Promise<OpenLine | null> {
  const row = await tx
    .selectFrom('bank_transaction as transaction')
    .innerJoin('payment_account as account', 'account.id', 'transaction.payment_account_id')
    .select(['transaction.id', 'transaction.currency', 'transaction.payer_name as payerName'])
    .select(['transaction.value_on as on', 'account.name as account'])
    .select(sql<bigint>`transaction.minor - allocated_minor - returned_minor`.as('minor'))
    .where('transaction.state', 'in', ['unmatched', 'suggested'])
    .where('transaction.minor', '>', 0n)
    .where(
      sql<SqlBool>`reference_key(coalesce(transaction.mpesa_code, transaction.provider_number)) = reference_key(${number})`,
    )
    .orderBy('transaction.occurred_at')
    .orderBy('transaction.id')
    .executeTakeFirst()
  return row ?? null
}

/** The transaction of an entry. An open one has the number of the entry, and is not matched to it. */
export type LineOfEntry = { entryId: string; transactionId: string; isOpen: boolean }

/** The transactions of an investment’s entries: those they are matched to, and open ones with the number of a payment. */
export async function linesOfEntries(
  { tx }: AdminActor,
  investmentId: string,
): Promise<LineOfEntry[]> {
  const { rows } = await sql<LineOfEntry>`
    select distinct on (e.id) e.id as "entryId", t.id as "transactionId", a.id is null as "isOpen"
    from ledger_entry e
    left join allocation a on a.ledger_entry_id = e.id and a.released_at is null
    join bank_transaction t on t.id = a.bank_transaction_id or a.id is null and e.kind = 'payment'
      and e.method in ('mobile-money', 'bank-transfer') and t.minor > 0 and t.state in ('unmatched', 'suggested')
      and reference_key(coalesce(t.mpesa_code, t.provider_number)) = reference_key(e.reference)
    where e.investment_id = ${investmentId}
      and not exists (select from ledger_entry void where void.voids_id = e.id)
    order by e.id, t.occurred_at`.execute(tx)
  return rows
}
