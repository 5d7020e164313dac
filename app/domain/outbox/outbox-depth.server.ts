import { sql } from 'kysely'
import type { WorkerActor } from '../../platform/database/database.server.ts'

/** The number of waiting and failed emails, and the oldest wait in seconds. For monitoring: no address, no subject. */
export async function outboxDepth(
  worker: WorkerActor,
): Promise<{ queued: number; failed: number; oldestSeconds: number }> {
  const { rows } = await sql<{ queued: number; failed: number; oldestSeconds: number }>`select
    (select count(*)::int from app.outbox where state = 'queued') as queued,
    (select count(*)::int from app.outbox where state = 'failed') as failed,
    coalesce((select extract(epoch from now() - min(created_at)) from app.outbox where state = 'queued'), 0)::float
      as "oldestSeconds"`.execute(worker.tx)
  return rows[0] ?? { queued: 0, failed: 0, oldestSeconds: 0 }
}
