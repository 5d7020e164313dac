import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'

/** When the page's content last changed. */
export type PublishedAddress = { slug: string; changedAt: Date }

/** The sitemap protocol allows 50,000 addresses a file; this leaves room for the fixed pages. */
const most = 49_900

/** Published projects by name, for the sitemap. Guests learn only the time of the last audited change. */
export async function listPublishedAddresses(actor: Actor): Promise<PublishedAddress[]> {
  const rows = await actor.tx
    .selectFrom('project')
    .select('slug')
    .select(
      sql<Date>`coalesce(app.listing_changed_at(project.id), project.created_at)`.as('changed_at'),
    )
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .orderBy(byName('name'))
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map((row) => ({ slug: row.slug, changedAt: row.changed_at }))
}
