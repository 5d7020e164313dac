import { reconcile, reconciledMonths } from '../../../domain/bank-transactions/reconcile.server.ts'
import { listPaymentAccounts } from '../../../domain/payment-accounts/payment-accounts.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { notFound } from '../../../platform/session/session.server.ts'
import { accountIn, parsePeriod } from './parse-period.ts'

/** The reconciliation that an address asks for; null while there is no payment account. */
export async function loadReconciliation(admin: Parameters<typeof reconcile>[0], url: URL) {
  const accounts = await listPaymentAccounts(admin)
  if (accounts.length === 0) return null
  const account = accountIn(url, accounts)
  if (!account) throw notFound()
  const months = await reconciledMonths(admin, account.id)
  const { reply, ...period } = parsePeriod(url, { months, today: clock.today() })
  const reconciliation = await reconcile(admin, { accountId: account.id, ...period })
  if (!reconciliation) throw notFound()
  return { accounts, months, reconciliation, reply }
}
