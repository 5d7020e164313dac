import { mySharesOf, returnsOf } from '../../domain/distributions/my-returns.server.ts'
import { listMyFiles } from '../../domain/documents/my-files.server.ts'
import { allMyRequests } from '../../domain/investment-requests/my-requests.server.ts'
import { allMyAmendments } from '../../domain/investments/my-amendments.server.ts'
import { firstInvestments, portfolioOf } from '../../domain/investments/portfolio.server.ts'
import { findProfile } from '../../domain/investors/profile.server.ts'
import { latestNotifications } from '../../domain/notifications/my-notifications.server.ts'
import { paymentsOf } from '../../domain/payments/my-payments.server.ts'
import { listMyReceipts } from '../../domain/receipts/my-receipts.server.ts'
import { listStatements } from '../../domain/statements/statements.server.ts'
import type { Read } from '../../platform/session/session.server.ts'

/** Above the number anyone has. */
const all = 100_000

/** Uses the queries of the portal, so that the figures agree. */
export type InvestorExport = Awaited<ReturnType<typeof readInvestorExport>>

/** Reads everything in the given transaction, so that the files are consistent. */
export const readInvestorExport = async (reader: Parameters<Read<unknown>>[0]) => {
  const investments = await firstInvestments(reader, all)
  const shares = []
  for (const { id, project } of investments) {
    for (const share of await mySharesOf(reader, id))
      shares.push({ ...share, project: project?.name ?? null, investmentId: id })
  }
  return {
    profile: await findProfile(reader),
    portfolio: await portfolioOf(reader),
    returns: await returnsOf(reader),
    investments,
    payments: await paymentsOf(
      reader,
      investments.map(({ id }) => id),
    ),
    amendments: await allMyAmendments(reader),
    shares,
    receipts: await listMyReceipts(reader),
    statements: await listStatements(reader),
    documents: await listMyFiles(reader),
    requests: await allMyRequests(reader),
    notifications: await latestNotifications(reader, all),
  }
}
