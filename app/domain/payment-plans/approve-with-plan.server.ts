import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import {
  approveRequest,
  type RequestApproved,
} from '../investment-requests/decide-request.server.ts'
import { agreePlan } from './agree-plan.server.ts'
import { type LinesRefused, planLinesOf } from './plan-line.ts'
import { findTemplate } from './plan-templates.server.ts'

/** A template that fits no longer; `before-agreement` is a line, counted from 0, with a day before today. */
export type TemplateMisfit =
  | { refused: 'template-unavailable' }
  | { refused: 'template-differs'; why: LinesRefused }
  | { refused: 'before-agreement'; place: number; earliest: CalendarDate }

export type RequestApprovedWithPlan = RequestApproved | TemplateMisfit

/**
 * Approves a request, and with a template agrees its plan for the new investment today; both or neither. Refused as
 * `approveRequest` is, and for a template that is archived, of another project or does not fit. One key serves all.
 * Publishes investment.added, request.approved and plan.agreed.
 */
export function approveRequestWithPlan(
  admin: AdminActor,
  requestId: string,
  { key, templateId }: Choice,
): Promise<RequestApprovedWithPlan> {
  return exactlyOnce(admin, 'approve-request-with-plan', key, { requestId, templateId }, () =>
    approve(admin, requestId, { key, templateId }),
  )
}

type Choice = { key: string; templateId: string | null }

async function approve(
  admin: AdminActor,
  requestId: string,
  { key, templateId }: Choice,
): Promise<RequestApprovedWithPlan> {
  const approved = await approveRequest(admin, requestId, { key })
  if ('refused' in approved || templateId === null) return approved
  const { project_id: projectId, amount_cents: amount } = await admin.tx
    .selectFrom('investment')
    .select(['project_id', 'amount_cents'])
    .where('id', '=', approved.investmentId)
    .executeTakeFirstOrThrow()
  const template = await findTemplate(admin, templateId)
  if (!template || template.isArchived || template.projectId !== projectId)
    return { refused: 'template-unavailable' }
  const agreedOn = clock.today()
  const lines = planLinesOf(template.lines, amount, agreedOn)
  if ('refused' in lines) return { refused: 'template-differs', why: lines }
  const agreed = await agreePlan(admin, approved.investmentId, {
    key,
    version: null,
    amount,
    agreedOn,
    lines,
    templateId,
    reason: null,
    beyondOffer: true,
  })
  if (!('refused' in agreed)) return approved
  if (agreed.refused === 'before-agreement') return agreed
  if (agreed.refused === 'key-reused') return { refused: 'key-reused' }
  throw new Error(`a plan of a new investment was refused: ${agreed.refused}`)
}
