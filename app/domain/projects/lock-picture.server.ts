import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'

/** Locks a picture until commit, so that copies are not inserted while it is being deleted. */
export async function lockPicture(actor: Actor, pictureId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`picture:${pictureId}`}, 0))`.execute(
    actor.tx,
  )
}
