import { sql } from 'kysely'
import type { GuestActor } from '../../platform/database/database.server.ts'

/** The slug of the published, uncompleted project of the investor's latest inquiry; otherwise null. */
export async function latestInquiryProject(
  guest: GuestActor,
  userId: string,
): Promise<string | null> {
  const { rows } = await sql<{
    slug: string | null
  }>`select project_asked_about(${userId}) as slug`.execute(guest.tx)
  return rows[0]?.slug ?? null
}
