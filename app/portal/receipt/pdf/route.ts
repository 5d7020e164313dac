import { issuerOf } from '../../../domain/company/company-logo.server.ts'
import { findReceipt } from '../../../domain/receipts/find-receipt.server.ts'
import { printReceipt } from '../../../domain/receipts/print-receipt.server.ts'
import { pdfResponse } from '../../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../../platform/session/account-limit.server.ts'
import { fileNotFound } from '../../../platform/session/session.server.ts'
import { allowOfflineCopy, logDownload, viewerPath, viewerQuery } from '../../guard.server.ts'
import { receiptsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

/** Authorised and logged first, rendered after both transactions. */
export async function loader({
  request,
  context,
  params: { receiptNumber: number },
}: Route.LoaderArgs) {
  const { receipt, company } = await viewerQuery(
    context,
    async (reader) => ({
      receipt: await findReceipt(reader, number),
      company: await issuerOf(reader),
    }),
    'file',
  )
  if (!receipt) {
    const page = `${receiptsHome}/${encodeURIComponent(number)}`
    throw fileNotFound(request, await viewerPath(context, page))
  }
  if (request.method === 'GET') await logDownload(context, 'receipt', receipt.id)
  const name = `Receipt ${number}${receipt.voided ? ' (voided)' : ''}.pdf`
  const answer = pdfResponse(
    request,
    name,
    await limitPerAccount(context, () => printReceipt(receipt, company)),
  )
  return allowOfflineCopy(context, answer)
}
