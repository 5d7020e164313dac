import { sql } from 'kysely'
import type { WorkerActor } from '../../platform/database/database.server.ts'

/** The recipient at the time of composing; null when the account is gone or closed. */
export async function findOpenAccount(
  worker: WorkerActor,
  userId: string,
): Promise<{ email: string; name: string } | null> {
  const { rows } = await sql<{ email: string; name: string; status: string }>`
    select email, name, status from auth.mail_address(${userId})`.execute(worker.tx)
  const [person] = rows
  return person && person.status !== 'inactive' ? { email: person.email, name: person.name } : null
}
