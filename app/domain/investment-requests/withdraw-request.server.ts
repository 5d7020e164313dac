import { clock } from '../../platform/clock.server.ts'
import type { InvestorActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { findMyRequest, isOpen } from './my-requests.server.ts'
import type { RequestStatus } from './request.ts'

/** Refused when unknown, another person's, decided or expired. */
export type RequestWithdrawn =
  | { withdrawn: true }
  | { refused: 'not-found' }
  | { refused: 'decided'; status: Exclude<RequestStatus, 'pending'> }

/** Withdraws a pending request, which releases its amount. Publishes request.withdrawn. */
export async function withdrawRequest(
  investor: InvestorActor,
  requestId: string,
): Promise<RequestWithdrawn> {
  const withdrawn = await investor.tx
    .updateTable('investment_request')
    .set({ status: 'withdrawn', decided_at: clock.now() })
    .where('id', '=', requestId)
    .where(isOpen)
    .returning('project_id')
    .executeTakeFirst()
  if (!withdrawn) {
    const request = await findMyRequest(investor, requestId)
    if (!request || request.status === 'pending') return { refused: 'not-found' }
    return { refused: 'decided', status: request.status }
  }
  const { investorId } = investor
  await publish(investor, {
    kind: 'request.withdrawn',
    requestId,
    investorId,
    projectId: withdrawn.project_id,
  })
  return { withdrawn: true }
}
