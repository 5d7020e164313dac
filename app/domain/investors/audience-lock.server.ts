import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'

/** A shared lock for adding people, held until commit: a message to everyone waits, so that it includes them. */
export async function lockAudienceForNewInvestor(admin: AdminActor): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('msingi everybody'))`.execute(admin.tx)
}

/** An exclusive lock for a message to everyone, until commit: it waits for people who are being added. */
export async function lockAudienceForMessage(admin: AdminActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi everybody'))`.execute(admin.tx)
}
