import { sql } from 'kysely'
import type { Actor, WorkerActor } from '../../../platform/database/database.server.ts'

/** The latest former address of an account, written in the transaction of the change; null when it never changed. */
export async function latestFormerAddress(actor: Actor, userId: string): Promise<string | null> {
  const { rows } = await sql<{
    id: string | null
  }>`select auth.last_former_address(${userId}) as id`.execute(actor.tx)
  return rows[0]?.id ?? null
}

/** The email of a former address; null once deleted, after 60 days. */
export async function formerEmail(
  worker: WorkerActor,
  formerAddressId: string,
): Promise<string | null> {
  const { rows } = await sql<{
    email: string | null
  }>`select auth.former_email(${formerAddressId}) as email`.execute(worker.tx)
  return rows[0]?.email ?? null
}
