import { describeTransactions } from '../../domain/bank-transactions/describe-transactions.server.ts'
import type { DescribedTransaction } from '../../domain/bank-transactions/described-transaction.ts'
import { findTransaction } from '../../domain/bank-transactions/find-transaction.server.ts'
import {
  type AdminWork,
  adminQuery,
  type Context,
  notFound,
} from '../../platform/session/session.server.ts'

type Admin = Parameters<AdminWork<unknown>>[0]

/** The transaction of a dialog with what it names, and what else the dialog reads. Throws a 404 for an unknown one. */
export function requireTransaction<More>(
  context: Context,
  id: string,
  more: (admin: Admin, transaction: DescribedTransaction) => Promise<More>,
): Promise<{ transaction: DescribedTransaction } & More> {
  return adminQuery(context, async (admin) => {
    const found = await findTransaction(admin, id)
    const [transaction] = found ? await describeTransactions(admin, [found]) : []
    if (!transaction) throw notFound()
    return { transaction, ...(await more(admin, transaction)) }
  })
}
