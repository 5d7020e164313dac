import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import { openMinor } from './bank-transaction.ts'
import { lockInvestments, lockTransaction } from './find-transaction.server.ts'

export type EntryLinked =
  | { linked: true }
  | { refused: 'not-found' | 'not-open' | 'entry-taken' | 'entry-differs' }

/**
 * Matches a transaction to an entry that a person recorded before: money in to a payment, money out to a refund. Refused
 * when the entry is voided or has a transaction, or states another amount, currency or account, or more than is open.
 * Publishes transaction.changed.
 */
export async function linkEntry(
  admin: AdminActor,
  { transactionId, entryId }: { transactionId: string; entryId: string },
): Promise<EntryLinked> {
  if (!isId(entryId)) return { refused: 'not-found' }
  const entry = await findEntry(admin, entryId)
  if (!entry) return { refused: 'not-found' }
  await lockInvestments(admin, [entry.investment_id])
  const transaction = await lockTransaction(admin, transactionId)
  const now = await findEntry(admin, entryId)
  if (!transaction || !now) return { refused: 'not-found' }
  if (now.void_id !== null || now.allocation_id !== null) return { refused: 'entry-taken' }
  const open = openMinor(transaction)
  if (transaction.exclusion !== null || open === 0n) return { refused: 'not-open' }
  const minor = now.paid_minor ?? now.amount_cents
  const fits =
    now.kind === (transaction.minor > 0n ? 'payment' : 'refund') &&
    (now.paid_currency ?? 'USD') === transaction.currency &&
    [null, transaction.accountId].includes(now.payment_account_id) &&
    (open > 0n ? minor <= open : minor >= open)
  if (!fits) return { refused: 'entry-differs' }
  await admin.tx
    .insertInto('allocation')
    .values({
      bank_transaction_id: transactionId,
      ledger_entry_id: entryId,
      minor,
      recorded_entry: false,
      allocated_by: admin.userId,
    })
    .execute()
  await publish(admin, { kind: 'transaction.changed', transactionId, automatic: false })
  return { linked: true }
}

function findEntry({ tx }: AdminActor, entryId: string) {
  return tx
    .selectFrom('ledger_entry as entry')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .leftJoin('allocation', (join) =>
      join
        .onRef('allocation.ledger_entry_id', '=', 'entry.id')
        .on('allocation.released_at', 'is', null),
    )
    .select(['entry.investment_id', 'entry.kind', 'entry.amount_cents', 'entry.paid_minor'])
    .select(['entry.paid_currency', 'entry.payment_account_id', 'void.id as void_id'])
    .select('allocation.id as allocation_id')
    .where('entry.id', '=', entryId)
    .executeTakeFirst()
}
