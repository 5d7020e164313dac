import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'

/**
 * Holds a picture until the transaction ends, so that its copies are never written down while it is being deleted: whoever
 * comes second waits, and then sees what became of it.
 */
export async function lockPicture(actor: Actor, pictureId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`picture:${pictureId}`}, 0))`.execute(
    actor.tx,
  )
}
