import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'

/** Where a published project has its page, and when what the page says was last changed. */
export type PublishedAddress = { slug: string; changedAt: Date }

/** The sitemap protocol takes 50,000 addresses in one file, the fixed pages included. */
const most = 49_900

/**
 * The pages of all published projects, by name, for the sitemap. The audit log knows when a project or one of its
 * pictures changed last; a guest is told the moment and nothing else of the log.
 */
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
