import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'

const daysKept = 90
const oneDay = 86_400_000

/** Expires requests after 14 days. Worker job every few minutes. Publishes request.expired for each. */
export async function expireRequests(worker: WorkerActor): Promise<void> {
  const expired = await worker.tx
    .updateTable('investment_request')
    .set({ status: 'expired', decided_at: clock.now() })
    .where('status', '=', 'pending')
    .where('reserved_until', '<=', sql<Date>`now()`)
    .returning(['id', 'investor_id', 'project_id'])
    .execute()
  for (const { id: requestId, investor_id: investorId, project_id: projectId } of expired) {
    await publish(worker, { kind: 'request.expired', requestId, investorId, projectId })
  }
}

/** Deletes drafts that were not changed for 90 days. Daily worker job. */
export async function sweepDrafts(worker: WorkerActor): Promise<void> {
  const since = new Date(clock.now().getTime() - daysKept * oneDay)
  await worker.tx.deleteFrom('request_draft').where('saved_at', '<', since).execute()
}
