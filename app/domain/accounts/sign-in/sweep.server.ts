import { sql } from 'kysely'
import type { WorkerActor } from '../../../platform/database/database.server.ts'

/** Deletes ended sessions, links 60 days after their end, expired devices and failed sign-ins. Daily worker job. */
export async function sweepAccounts(worker: WorkerActor): Promise<void> {
  await sql`select auth.sweep()`.execute(worker.tx)
}
