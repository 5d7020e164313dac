import { sql } from 'kysely'
import type { Actor, WorkerActor } from '../../../platform/database/database.server.ts'

/**
 * The newest address that an account no longer has; null when it never changed. The database keeps it in the transaction
 * of the change, so a reaction to that change finds the right one. For administrators.
 */
export async function latestFormerAddress(actor: Actor, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string | null
  }>`select auth.last_former_address(${userId}) as id`.execute(actor.tx)
  return rows[0]?.id ?? null
}

/** The email that a former address is; null once it was swept away, after 60 days. */
export async function formerEmail(
  worker: WorkerActor,
  formerAddressId: string,
): Promise<string | null> {
  const { rows } = await sql<{
    email: string | null
  }>`select auth.former_email(${formerAddressId}) as email`.execute(worker.tx)
  return rows[0]?.email ?? null
}
