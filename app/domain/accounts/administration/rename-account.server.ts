import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'

/** Copies the investor's name to their account, which emails and Manage Users use. */
export async function renameAccount(
  admin: AdminActor,
  userId: string,
  name: string,
): Promise<void> {
  await sql`select auth.rename_account(${userId}, ${name})`.execute(admin.tx)
}

/**
 * Takes the locks of the account functions until commit. Call it before locking an investor to
 * avoid deadlocks. With `email`, also locks that address.
 */
export async function lockAccounts(admin: AdminActor, email: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi administrators'))`.execute(admin.tx)
  if (email !== null)
    await sql`select pg_advisory_xact_lock(hashtext(${`email:${email}`}))`.execute(admin.tx)
}
