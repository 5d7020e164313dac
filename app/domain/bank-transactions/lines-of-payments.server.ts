import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'

/** The transaction of an entry. An open one has the number of the entry, and is not matched to it. */
export type LineOfEntry = { entryId: string; transactionId: string; isOpen: boolean }

/** The transactions of an investment’s entries: those they are matched to, and open ones with the number of a payment. */
export async function linesOfEntries(
  { tx }: AdminActor,
  investmentId: string,
): Promise<LineOfEntry[]> {
  const { rows } = await sql<LineOfEntry>`
    with valid as (select e.id, e.kind, e.method, e.reference from ledger_entry e where e.investment_id = ${investmentId}
      and not exists (select from ledger_entry void where void.voids_id = e.id)),
    matched as (select a.ledger_entry_id, a.bank_transaction_id from allocation a
      where a.ledger_entry_id = any(array(select id from valid)) and a.released_at is null),
    open as (select e.id, t.id as transaction_id, t.occurred_at from valid e join bank_transaction t
        on reference_key(coalesce(t.mpesa_code, t.provider_number)) = reference_key(e.reference)
      where e.kind = 'payment' and e.method in ('mobile-money', 'bank-transfer') and t.minor > 0
        and t.state in ('unmatched', 'suggested') and e.id not in (select ledger_entry_id from matched))
    select ledger_entry_id as "entryId", bank_transaction_id as "transactionId", false as "isOpen" from matched
    union all
    (select distinct on (id) id, transaction_id, true from open order by id, occurred_at)`.execute(
    tx,
  )
  return rows
}
