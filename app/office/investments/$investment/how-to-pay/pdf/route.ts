import { issuerOf } from '../../../../../domain/company/company-logo.server.ts'
import { findInvestmentInFull } from '../../../../../domain/investments/investment-in-full.server.ts'
import { howToPayNext } from '../../../../../domain/payments/how-to-pay-next.server.ts'
import { printHowToPay } from '../../../../../domain/receipts/print-how-to-pay.server.ts'
import { pdfResponse } from '../../../../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../../../../platform/session/account-limit.server.ts'
import { adminQuery, fileNotFound } from '../../../../../platform/session/session.server.ts'
import { isId } from '../../../../../values/id.ts'
import type { Route } from './+types/route.ts'

/** The card that says how to pay on an investment. */
export async function loader({ request, context, params: { investmentId } }: Route.LoaderArgs) {
  const found = await adminQuery(
    context,
    async (admin) => {
      const investment = isId(investmentId) ? await findInvestmentInFull(admin, investmentId) : null
      const instructions = investment && (await howToPayNext(admin, investment))
      return { investment, instructions, company: await issuerOf(admin) }
    },
    { answer: 'file' },
  )
  const { investment, instructions, company } = found
  if (!investment || !instructions)
    throw fileNotFound(request, `/admin-dashboard/investments/${encodeURIComponent(investmentId)}`)
  const payer = { investor: investment.investor.name, project: investment.project.name }
  return pdfResponse(
    request,
    `How to pay ${instructions.reference}.pdf`,
    await limitPerAccount(context, () => printHowToPay(instructions, payer, company)),
  )
}
