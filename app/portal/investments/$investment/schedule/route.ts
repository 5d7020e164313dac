import { issuerOf } from '../../../../domain/company/company-logo.server.ts'
import {
  findSchedule,
  printSchedule,
  scheduleFileName,
} from '../../../../domain/payment-plans/print-schedule.server.ts'
import { pdfResponse } from '../../../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../../../platform/session/account-limit.server.ts'
import { fileNotFound } from '../../../../platform/session/session.server.ts'
import { isId } from '../../../../values/id.ts'
import { viewerPath, viewerQuery } from '../../../guard.server.ts'
import { investmentsHome } from '../../../paths.ts'
import type { Route } from './+types/route.ts'

/** The payment schedule of one of the investor's own investments. */
export async function loader({ request, context, params: { investmentId } }: Route.LoaderArgs) {
  const { schedule, company } = await viewerQuery(
    context,
    async (reader) => ({
      schedule: isId(investmentId) ? await findSchedule(reader, investmentId) : null,
      company: await issuerOf(reader),
    }),
    'file',
  )
  if (!schedule) {
    const page = `${investmentsHome}/${encodeURIComponent(investmentId)}`
    throw fileNotFound(request, await viewerPath(context, page))
  }
  return pdfResponse(
    request,
    scheduleFileName(schedule),
    await limitPerAccount(context, () => printSchedule(schedule, company)),
  )
}
