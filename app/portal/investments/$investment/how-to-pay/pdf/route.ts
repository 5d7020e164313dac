import { issuerOf } from '../../../../../domain/company/company-logo.server.ts'
import { findMyTerms } from '../../../../../domain/investments/my-terms.server.ts'
import { findMyInvestment } from '../../../../../domain/investments/portfolio.server.ts'
import { findOwner } from '../../../../../domain/investors/view-mode.server.ts'
import { howToPayNext } from '../../../../../domain/payments/how-to-pay-next.server.ts'
import { printHowToPay } from '../../../../../domain/receipts/print-how-to-pay.server.ts'
import { pdfResponse } from '../../../../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../../../../platform/session/account-limit.server.ts'
import { fileNotFound } from '../../../../../platform/session/session.server.ts'
import { viewerPath, viewerQuery } from '../../../../guard.server.ts'
import { investmentsHome } from '../../../../paths.ts'
import type { Route } from './+types/route.ts'

/** The card that says how to pay on one of the investor's own investments. */
export async function loader({ request, context, params: { investmentId } }: Route.LoaderArgs) {
  const found = await viewerQuery(
    context,
    async (reader) => {
      const investment = await findMyInvestment(reader, investmentId)
      const terms = investment && (await findMyTerms(reader, investmentId))
      return {
        investment,
        instructions: terms && (await howToPayNext(reader, { ...investment, ...terms })),
        owner: await findOwner(reader),
        company: await issuerOf(reader),
      }
    },
    'file',
  )
  const { investment, instructions, owner, company } = found
  if (!investment || !instructions) {
    const page = `${investmentsHome}/${encodeURIComponent(investmentId)}`
    throw fileNotFound(request, await viewerPath(context, page))
  }
  const payer = { investor: owner.name, project: investment.project?.name ?? '–' }
  return pdfResponse(
    request,
    `How to pay ${instructions.reference}.pdf`,
    await limitPerAccount(context, () => printHowToPay(instructions, payer, company)),
  )
}
