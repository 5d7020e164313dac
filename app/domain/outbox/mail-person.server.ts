import { sql } from 'kysely'
import type { WorkerActor } from '../../platform/database/database.server.ts'

/** Whom a mail to an account goes to, now that it is composed; null when there is none any more, or it is closed. */
export async function findOpenAccount(
  worker: WorkerActor,
  userId: string,
): Promise<{ email: string; name: string } | null> {
  const { rows } = await sql<{ email: string; name: string; status: string }>`
    select email, name, status from auth.mail_address(${userId})`.execute(worker.tx)
  const [person] = rows
  return person && person.status !== 'inactive' ? { email: person.email, name: person.name } : null
}
