import { sql } from 'kysely'
import type { GuestActor } from '../../platform/database/database.server.ts'

/**
 * The slug of the published project that the latest inquiry of this account's investor was about, while it is not completed;
 * null when there is none.
 */
export async function latestInquiryProject(
  guest: GuestActor,
  userId: string,
): Promise<string | null> {
  const { rows } = await sql<{
    slug: string | null
  }>`select project_asked_about(${userId}) as slug`.execute(guest.tx)
  return rows[0]?.slug ?? null
}
