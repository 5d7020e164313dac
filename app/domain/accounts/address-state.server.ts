import { sql } from 'kysely'
import type { WorkerActor } from '../../platform/database/database.server.ts'

/** Records whether a mail server refused or accepted an address; ignored once the address has changed. */
export async function recordAddressState(
  worker: WorkerActor,
  userId: string,
  email: string,
  taken: boolean,
): Promise<void> {
  await sql`select auth.note_address(${userId}, ${email}, ${taken})`.execute(worker.tx)
}
