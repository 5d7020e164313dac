import { sql } from 'kysely'
import type { Actor } from '../../platform/database/database.server.ts'

/** `isOpen`: not completed; `isTaken`: fully subscribed. */
export type InquiryProject = {
  id: string
  slug: string
  name: string
  isOpen: boolean
  isTaken: boolean
}

const shapeOfSlug = /^[a-z0-9-]{1,80}$/

/** The published project in an address (`?project=`), by its current or a former slug; null for any other. */
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

/** Slugs are unique among current and former ones. */
const formerly = ({ tx }: Actor, slug: string) =>
  tx.selectFrom('former_slug').select('project_id').where('slug', '=', slug)
