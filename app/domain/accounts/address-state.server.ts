import { sql } from 'kysely'
import type { WorkerActor } from '../../platform/database/database.server.ts'

/**
 * Records whether a mail server refused an address for good or accepted it. Ignored when the account has another
 * address by now.
 */
export async function recordAddressState(
  worker: WorkerActor,
  userId: string,
  email: string,
  taken: boolean,
): Promise<void> {
  await sql`select auth.note_address(${userId}, ${email}, ${taken})`.execute(worker.tx)
}
