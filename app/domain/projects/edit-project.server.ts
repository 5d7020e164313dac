import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isSlugTaken } from './claim-slug.server.ts'
import { findProject, type StoredProject } from './find-project.server.ts'
import { columnsOf } from './project-columns.ts'
import type { EditProjectInput } from './project-schema.ts'

/** `version-conflict` carries the stored state. */
export type ProjectEdited =
  | { projectId: string }
  | { refused: 'not-found' | 'slug-taken' | 'needs-picture' }
  | { refused: 'version-conflict'; now: StoredProject }

/**
 * Changes a project's facts. Refused for an outdated `version`, a used address, and publishing
 * without a cover. Former addresses redirect. Publishes project.changed.
 */
export async function editProject(
  admin: AdminActor,
  projectId: string,
  input: EditProjectInput,
): Promise<ProjectEdited> {
  await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  const now = await findProject(admin, projectId)
  if (!now) return { refused: 'not-found' }
  const { version, slug, ...facts } = input
  if (now.version !== version) return { refused: 'version-conflict', now }
  if (facts.published && now.pictureCount === 0) return { refused: 'needs-picture' }
  if (slug !== now.slug && (await isSlugTaken(admin, slug, projectId)))
    return { refused: 'slug-taken' }
  await admin.tx
    .updateTable('project')
    .set({ ...columnsOf(facts), slug, version: version + 1 })
    .where('id', '=', projectId)
    .execute()
  if (slug !== now.slug) await keepFormerSlug(admin, projectId, now.slug, slug)
  await publish(admin, { kind: 'project.changed', projectId })
  return { projectId }
}

async function keepFormerSlug(
  admin: AdminActor,
  projectId: string,
  former: string,
  slug: string,
): Promise<void> {
  await admin.tx
    .deleteFrom('former_slug')
    .where('slug', '=', slug)
    .where('project_id', '=', projectId)
    .execute()
  await admin.tx.insertInto('former_slug').values({ slug: former, project_id: projectId }).execute()
}
