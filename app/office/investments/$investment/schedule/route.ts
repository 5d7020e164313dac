import { issuerOf } from '../../../../domain/company/company-logo.server.ts'
import {
  findSchedule,
  printSchedule,
  scheduleFileName,
} from '../../../../domain/payment-plans/print-schedule.server.ts'
import { pdfResponse } from '../../../../platform/http/files-response.server.ts'
import { limitPerAccount } from '../../../../platform/session/account-limit.server.ts'
import { adminQuery, fileNotFound } from '../../../../platform/session/session.server.ts'
import { isId } from '../../../../values/id.ts'
import { investmentsHome } from '../../../paths.ts'
import type { Route } from './+types/route.ts'

/** The payment schedule of an investment. */
export async function loader({ request, context, params: { investmentId } }: Route.LoaderArgs) {
  const { schedule, company } = await adminQuery(
    context,
    async (admin) => ({
      schedule: isId(investmentId) ? await findSchedule(admin, investmentId) : null,
      company: await issuerOf(admin),
    }),
    { answer: 'file' },
  )
  if (!schedule)
    throw fileNotFound(request, `${investmentsHome}/${encodeURIComponent(investmentId)}`)
  return pdfResponse(
    request,
    scheduleFileName(schedule),
    await limitPerAccount(context, () => printSchedule(schedule, company)),
  )
}
