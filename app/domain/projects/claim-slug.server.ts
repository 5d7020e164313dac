import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { freeSlug, reservedSlugs, slugOf } from './slug.ts'

/** Serialises choosing addresses, so that the second gets a refusal instead of a database error. */
export async function lockSlugs(admin: AdminActor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('project slug'))`.execute(admin.tx)
}

/** A free slug made from a name, numbered if used. Former addresses of other projects count as used. */
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

/** Whether a slug is reserved or another project's, current or former. Locks the choosing of slugs. */
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
