import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'

/**
 * Taken by whoever adds a person, before anything is read, and kept to the commit: a message to everyone waits, so
 * that it reaches this person too. People are added beside one another.
 */
export async function lockAudienceForNewInvestor(admin: AdminActor): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('msingi everybody'))`.execute(admin.tx)
}

/**
 * Taken by a message to all or to all active, before its audience is found, and kept to the commit: who is being added
 * just now is waited for, and who is added afterwards finds the message among the earlier ones.
 */
export async function lockAudienceForMessage(admin: AdminActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi everybody'))`.execute(admin.tx)
}
