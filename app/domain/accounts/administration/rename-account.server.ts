import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'

/** Gives the account of an investor the name that their record has: mails and Manage Users call them by it too. */
export async function renameAccount(
  admin: AdminActor,
  userId: string,
  name: string,
): Promise<void> {
  await sql`select auth.rename_account(${userId}, ${name})`.execute(admin.tx)
}

/**
 * Takes the locks that the database functions for accounts take, until commit; call it before locking an investor
 * to avoid deadlocks. With `email`, also the lock on that address.
 */
export async function lockAccounts(admin: AdminActor, email: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi administrators'))`.execute(admin.tx)
  if (email !== null)
    await sql`select pg_advisory_xact_lock(hashtext(${`email:${email}`}))`.execute(admin.tx)
}
