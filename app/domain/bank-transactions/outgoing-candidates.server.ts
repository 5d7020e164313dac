import type { AdminActor } from '../../platform/database/database.server.ts'
import type { BankTransaction } from './bank-transaction.ts'
import { selectTransactions, transactionOf } from './find-transaction.server.ts'

/** Lines with which a transaction may have been sent back: open money out of its account since its day, at most 20. */
export async function outgoingCandidates(
  admin: AdminActor,
  transactionId: string,
): Promise<BankTransaction[]> {
  const rows = await selectTransactions(admin)
    .innerJoin('bank_transaction as received', (join) =>
      join
        .onRef('received.payment_account_id', '=', 'transaction.payment_account_id')
        .onRef('transaction.value_on', '>=', 'received.value_on'),
    )
    .where('received.id', '=', transactionId)
    .where('transaction.minor', '<', 0n)
    .where('transaction.state', 'in', ['unmatched', 'suggested'])
    .orderBy('transaction.value_on')
    .orderBy('transaction.id')
    .limit(20)
    .execute()
  return rows.map(transactionOf)
}
