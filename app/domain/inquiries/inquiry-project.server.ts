import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'

/** The project an inquiry is about. `isOpen`: it is not completed; `isTaken`: nothing of what it offers is left. */
export type InquiryProject = {
  id: string
  slug: string
  name: string
  isOpen: boolean
  isTaken: boolean
}

const shapeOfSlug = /^[a-z0-9-]{1,80}$/

/**
 * The published project that an address carries along (`?project=`, PUB-084), by its slug or by one that it had
 * before; or null: a slug that no one knows, or that is not public, is ignored.
 */
export async function findInquiryProject(
  actor: Actor,
  slug: string | null,
): Promise<InquiryProject | null> {
  if (slug === null || !shapeOfSlug.test(slug)) return null
  const project = await actor.tx
    .selectFrom('project')
    .select(['id', 'slug', 'name'])
    .select(sql<boolean>`status <> 'completed'`.as('isOpen'))
    .select(sql<boolean>`coalesce(app.is_taken(id), false)`.as('isTaken'))
    .where((where) =>
      where.or([where('slug', '=', slug), where('id', 'in', formerly(actor, slug))]),
    )
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return project ?? null
}

/** No two projects, now or before, have had the same slug. */
const formerly = ({ tx }: Actor, slug: string) =>
  tx.selectFrom('former_slug').select('project_id').where('slug', '=', slug)
