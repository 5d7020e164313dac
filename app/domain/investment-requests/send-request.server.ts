import type { InvestorActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { findDraft, findOpenRequest, lockAvailableOffer } from './draft-request.server.ts'
import { type AmountRefused, checkDraft } from './request.ts'

/** Refused with the facts the page shows. */
export type RequestSent =
  | { requestId: string }
  | AmountRefused
  | {
      refused:
        | 'closed'
        | 'no-draft'
        | 'not-understood'
        | 'version-conflict'
        | 'open-already'
        | 'key-reused'
        | 'template-unavailable'
    }

/**
 * Sends the reviewed draft, which reserves its amount for 14 days. Refused outside the offered amounts, with another
 * open request, for a changed draft or terms, and for an unavailable project or payment plan. Publishes request.sent.
 */
export function sendRequest(
  investor: InvestorActor,
  { key, ...facts }: SentRequest & { key: string },
): Promise<RequestSent> {
  return exactlyOnce(investor, 'send-request', key, facts, () => send(investor, facts))
}

type SentRequest = { projectId: string; version: number; templateId: string | null }

async function send(
  investor: InvestorActor,
  { projectId, version, templateId }: SentRequest,
): Promise<RequestSent> {
  const offer = await lockAvailableOffer(investor, projectId)
  if (!offer) return { refused: 'closed' }
  if (await findOpenRequest(investor, projectId)) return { refused: 'open-already' }
  const draft = await findDraft(investor, offer)
  if (!draft) return { refused: 'no-draft' }
  if (draft.version !== version) return { refused: 'version-conflict' }
  if (!draft.understoodAt) return { refused: 'not-understood' }
  const refusal = checkDraft(draft, offer)
  if (refusal) return refusal
  if (templateId !== null && !(await isOffered(investor, projectId, templateId)))
    return { refused: 'template-unavailable' }
  const { investorId } = investor
  const { id: requestId } = await investor.tx
    .insertInto('investment_request')
    .values({
      investor_id: investorId,
      project_id: projectId,
      amount_cents: draft.amount,
      note: draft.note,
      understood_at: draft.understoodAt,
      template_id: templateId,
      unit_id: draft.unit?.share === null ? draft.unit.id : null,
      share_bp: draft.unit?.share ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await investor.tx
    .deleteFrom('request_draft')
    .where('investor_id', '=', investorId)
    .where('project_id', '=', projectId)
    .execute()
  await publish(investor, { kind: 'request.sent', requestId, investorId, projectId })
  return { requestId }
}

/** Whether a template of a payment plan is in use for the project; row policies hide others. */
async function isOffered({ tx }: InvestorActor, projectId: string, templateId: string) {
  const found = await tx
    .selectFrom('plan_template')
    .select('id')
    .where('id', '=', templateId)
    .where('project_id', '=', projectId)
    .where('archived_at', 'is', null)
    .execute()
  return found.length > 0
}
