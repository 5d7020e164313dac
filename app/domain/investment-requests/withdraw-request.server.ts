import { clock } from '../../platform/clock.server.ts'
import type { InvestorActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { findMyRequest, isOpen } from './my-requests.server.ts'
import type { RequestStatus } from './request.ts'

/**
 * The withdrawn request; or why it stays: it is no one's or another person's, decided already, or past its last
 * day.
 */
export type RequestWithdrawn =
  | { withdrawn: true }
  | { refused: 'not-found' }
  | { refused: 'decided'; status: Exclude<RequestStatus, 'pending'> }

/** Takes back a request that still waits: what it reserved is released at once. Publishes request.withdrawn. */
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
