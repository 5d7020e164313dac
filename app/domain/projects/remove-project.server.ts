import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { deletePictures } from './delete-pictures.server.ts'
import { type ProjectHistory, type RemovableProject, type Removal, removalOf } from './removal.ts'

/** `fileKeys` are no longer used. */
export type ProjectRemoved =
  | { removed: 'archived' | 'deleted'; fileKeys: string[] }
  | { refused: 'not-found' | 'archived' | 'has-history-now' | 'has-none-now' }
  | { refused: 'active-investments'; count: number }

/** A project with its history; null for an unknown id. */
export async function findRemovable(
  admin: AdminActor,
  projectId: string,
): Promise<RemovableProject | null> {
  const row = await admin.tx
    .selectFrom('project')
    .select(['id', 'name', 'published', 'archived_at'])
    .where('id', '=', projectId)
    .executeTakeFirst()
  if (!row) return null
  const { rows } = await sql<ProjectHistory>`
    select investments, active_investments as "activeInvestments", distributions, documents, notifications, pictures,
      requests, milestones, verification
    from app.project_history(${projectId})`.execute(admin.tx)
  const [history] = rows
  if (!history) throw new Error('a project has no history at all, not even an empty one')
  return {
    id: row.id,
    name: row.name,
    published: row.published,
    isArchived: row.archived_at !== null,
    history,
  }
}

/**
 * Archives a project with a history and deletes one without; refused when this differs from `as`, and with active
 * investments. Publishes project.removed; the caller deletes the files after commit.
 */
export async function removeProject(
  admin: AdminActor,
  projectId: string,
  as: Removal,
): Promise<ProjectRemoved> {
  await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .execute()
  const was = await findRemovable(admin, projectId)
  const refused = refusalOf(was, as)
  if (refused) return refused
  const fileKeys = as === 'delete' ? await deleteWhole(admin, projectId) : []
  if (as === 'archive') await setArchived(admin, projectId, clock.now())
  await publish(admin, { kind: 'project.removed', projectId })
  return { removed: as === 'delete' ? 'deleted' : 'archived', fileKeys }
}

function refusalOf(was: RemovableProject | null, as: Removal): ProjectRemoved | null {
  if (!was) return { refused: 'not-found' }
  if (was.isArchived) return { refused: 'archived' }
  const { activeInvestments } = was.history
  if (activeInvestments > 0) return { refused: 'active-investments', count: activeInvestments }
  const due = removalOf(was.history)
  if (due === as) return null
  return { refused: due === 'archive' ? 'has-history-now' : 'has-none-now' }
}

async function deleteWhole(admin: AdminActor, projectId: string): Promise<string[]> {
  const placed = await admin.tx
    .deleteFrom('project_picture')
    .where('project_id', '=', projectId)
    .returning('picture_id')
    .execute()
  const reported = await admin.tx
    .deleteFrom('project_update_picture')
    .using('project_update')
    .whereRef('project_update.id', '=', 'project_update_picture.update_id')
    .where('project_update.project_id', '=', projectId)
    .returning('project_update_picture.picture_id')
    .execute()
  const keys = await deletePictures(
    admin,
    [...placed, ...reported].map((row) => row.picture_id),
  )
  // Lines of templates name milestones, which the project takes with it.
  await admin.tx
    .deleteFrom('plan_template_line')
    .using('plan_template')
    .whereRef('plan_template.id', '=', 'plan_template_line.template_id')
    .where('plan_template.project_id', '=', projectId)
    .execute()
  await admin.tx.deleteFrom('project').where('id', '=', projectId).execute()
  return keys
}

export type ProjectRestored = { published: boolean } | { refused: 'not-found' | 'not-archived' }

/** Restores an archived project; a published one is public again. Publishes project.restored. */
export async function restoreProject(
  admin: AdminActor,
  projectId: string,
): Promise<ProjectRestored> {
  const was = await admin.tx
    .selectFrom('project')
    .select(['archived_at', 'published'])
    .where('id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!was) return { refused: 'not-found' }
  if (!was.archived_at) return { refused: 'not-archived' }
  await setArchived(admin, projectId, null)
  await publish(admin, { kind: 'project.restored', projectId })
  return { published: was.published }
}

function setArchived(admin: AdminActor, projectId: string, at: Date | null) {
  return admin.tx
    .updateTable('project')
    .set({ archived_at: at })
    .where('id', '=', projectId)
    .execute()
}
