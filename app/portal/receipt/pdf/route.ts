import { companyFacts } from '../../../domain/company/company.server.ts'
import { findReceipt } from '../../../domain/payments/find-receipt.server.ts'
import { printReceipt } from '../../../domain/payments/print-receipt.server.ts'
import { pdfResponse } from '../../../platform/files-response.server.ts'
import { notFound, signedIn, viewedInvestor } from '../../../platform/session.server.ts'
import { asReader, noteDownload } from '../../guard.server.ts'
import type { Route } from './+types/route.ts'

/** The paper of one of the investor's receipts: authorised and logged first, made when both transactions have ended. */
export async function loader({ request, context, params: { receiptNumber: number } }: Route.LoaderArgs) {
  const { receipt, company } = await asReader(
    context,
    async (reader) => ({ receipt: await findReceipt(reader, number), company: await companyFacts(reader) }),
    'file',
  )
  if (!receipt) throw notFound('file')
  if (request.method === 'GET') await noteDownload(context, 'receipt', receipt.id)
  const answer = pdfResponse(request, `Receipt ${number}.pdf`, await printReceipt(receipt, company))
  // Whose device may keep it for reading offline (portal/offline/answer.ts): the investor's own, never an administrator's.
  const account = (await viewedInvestor(context)) === null ? await signedIn(context) : null
  if (account) answer.headers.set('Kept-For', account.userId)
  return answer
}
