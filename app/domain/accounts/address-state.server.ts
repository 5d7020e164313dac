import { sql } from 'kysely'
import type { WorkerActor } from '../../platform/database/database.server.ts'

/**
 * Keeps what a mail server said of somebody's address: refused for good, or taken again. Nothing changes when the
 * address is not theirs any more, as with a mail to the former one. For the worker.
 */
export async function recordAddressState(
  worker: WorkerActor,
  userId: string,
  email: string,
  taken: boolean,
): Promise<void> {
  await sql`select auth.note_address(${userId}, ${email}, ${taken})`.execute(worker.tx)
}
