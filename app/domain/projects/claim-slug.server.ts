import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { freeSlug, reservedSlugs, slugOf } from './slug.ts'

/** Two admins choosing an address at once take turns, so that the second is told and not stopped by the database. */
export async function lockSlugs(admin: AdminActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('project slug'))`.execute(admin.tx)
}

/**
 * A free slug made from a name: of two projects added at once under one name the second gets the next number. An
 * address that another project had before stays that project's.
 */
export async function claimSlug(admin: AdminActor, name: string): Promise<string> {
  const slug = slugOf(name)
  await lockSlugs(admin)
  const taken = admin.tx
    .selectFrom('project')
    .select('slug')
    .unionAll(admin.tx.selectFrom('former_slug').select('slug'))
  const alike = await admin.tx
    .selectFrom(taken.as('taken'))
    .select('slug')
    .where((row) => row.or([row('slug', '=', slug), row('slug', 'like', `${slug}-%`)]))
    .execute()
  return freeSlug(
    slug,
    alike.map((row) => row.slug),
  )
}

/** Whether a chosen slug is the site's own, or belongs to another project than this one, now or from before. Locks the choosing of slugs. */
export async function isSlugTaken(
  admin: AdminActor,
  slug: string,
  projectId: string | null,
): Promise<boolean> {
  if (reservedSlugs.includes(slug)) return true
  await lockSlugs(admin)
  const now = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (now) return now.id !== projectId
  const before = await admin.tx
    .selectFrom('former_slug')
    .select('project_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return before !== undefined && before.project_id !== projectId
}
