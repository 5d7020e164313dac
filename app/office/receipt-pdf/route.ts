import { issuerOf } from '../../domain/company/company-logo.server.ts'
import { findReceipt } from '../../domain/receipts/find-receipt.server.ts'
import { printReceipt } from '../../domain/receipts/print-receipt.server.ts'
import { auditDownload } from '../../platform/events.server.ts'
import { pdfResponse } from '../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../platform/session/account-limit.server.ts'
import { adminCommand, fileNotFound } from '../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'

/** Any investor's receipt, for administrators. Logged; rendered after the transaction. */
export async function loader({
  request,
  context,
  params: { receiptNumber: number },
}: Route.LoaderArgs) {
  const { receipt, company } = await adminCommand(
    context,
    async (admin) => {
      const found = await findReceipt(admin, number)
      if (found && request.method === 'GET') await auditDownload(admin, 'receipt', found.id)
      return { receipt: found, company: await issuerOf(admin) }
    },
    'file',
  )
  if (!receipt)
    throw fileNotFound(request, `/admin-dashboard/receipts/${encodeURIComponent(number)}`)
  return pdfResponse(
    request,
    `Receipt ${number}.pdf`,
    await limitPerAccount(context, () => printReceipt(receipt, company)),
  )
}
