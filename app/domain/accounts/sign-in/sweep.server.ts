import { sql } from 'kysely'
import type { WorkerActor } from '../../../platform/database/database.server.ts'

/**
 * Deletes what is no use to anyone any more: sessions that ended, links 60 days after they were used or ended,
 * known devices after their 30 days, failed sign-ins that no longer count. For the worker, once a day.
 */
export async function sweepAccounts(worker: WorkerActor): Promise<void> {
  await sql`select auth.sweep()`.execute(worker.tx)
}
