import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { deletePictures } from './delete-pictures.server.ts'
import { findUpdate, type ProgressUpdate } from './progress-updates.server.ts'
import type { EditUpdateInput, ReportProgressInput } from './update-schema.ts'

export type ProgressReported =
  | { updateId: string }
  | { refused: 'key-reused' | 'not-found' }
  | { refused: 'in-the-future'; today: CalendarDate }

/**
 * Reports progress on a day until today. The newest update sets the project's progress. `told`
 * notifies its investors. Publishes progress.reported.
 */
export function reportProgress(
  admin: AdminActor,
  projectId: string,
  input: ReportProgressInput,
): Promise<ProgressReported> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'report-progress', key, { ...facts, projectId }, () =>
    report(admin, projectId, input),
  )
}

async function report(
  admin: AdminActor,
  projectId: string,
  input: ReportProgressInput,
): Promise<ProgressReported> {
  const { datedOn, percent, body, isPublic, told } = input
  const today = clock.today()
  if (isAfter(datedOn, today)) return { refused: 'in-the-future', today }
  if (!(await lockProject(admin, projectId))) return { refused: 'not-found' }
  const { id: updateId } = await admin.tx
    .insertInto('project_update')
    .values({
      project_id: projectId,
      dated_on: datedOn,
      progress_percent: percent,
      body,
      is_public: isPublic,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await followNewest(admin, projectId, updateId)
  await publish(admin, { kind: 'progress.reported', updateId, projectId, told })
  return { updateId }
}

/** `version-conflict` carries the stored state. */
export type UpdateEdited =
  | { updateId: string }
  | { refused: 'not-found' }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'version-conflict'; now: ProgressUpdate }

/**
 * Corrects an update; the newest sets the project's progress. Notifies no one. Refused for an
 * outdated `version`. Publishes progress.changed.
 */
export async function editUpdate(
  admin: AdminActor,
  { projectId, updateId }: { projectId: string; updateId: string },
  { version, datedOn, percent, body, isPublic }: EditUpdateInput,
): Promise<UpdateEdited> {
  const today = clock.today()
  if (isAfter(datedOn, today)) return { refused: 'in-the-future', today }
  await lockProject(admin, projectId)
  const now = await findUpdate(admin, projectId, updateId)
  if (!now) return { refused: 'not-found' }
  if (now.version !== version) return { refused: 'version-conflict', now }
  await admin.tx
    .updateTable('project_update')
    .set({
      dated_on: datedOn,
      progress_percent: percent,
      body,
      is_public: isPublic,
      version: version + 1,
    })
    .where('id', '=', updateId)
    .execute()
  await followNewest(admin, projectId, updateId)
  await publish(admin, { kind: 'progress.changed', projectId })
  return { updateId }
}

/** `fileKeys` are no longer used. */
export type UpdateRemoved = { fileKeys: string[] } | { refused: 'not-found' | 'version-conflict' }

/** Deletes an update with its pictures. Publishes progress.changed; the caller deletes the files after commit. */
export async function removeUpdate(
  admin: AdminActor,
  { projectId, updateId, version }: { projectId: string; updateId: string; version: number },
): Promise<UpdateRemoved> {
  await lockProject(admin, projectId)
  const update = await findUpdate(admin, projectId, updateId)
  if (!update) return { refused: 'not-found' }
  if (update.version !== version) return { refused: 'version-conflict' }
  await admin.tx.deleteFrom('project_update').where('id', '=', updateId).execute()
  const fileKeys = await deletePictures(
    admin,
    update.pictures.map(({ id }) => id),
  )
  await publish(admin, { kind: 'progress.changed', projectId })
  return { fileKeys }
}

async function lockProject(admin: AdminActor, projectId: string): Promise<boolean> {
  const found = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forUpdate()
    .execute()
  return found.length === 1
}

/** Increments the project's version, so that concurrent edits conflict. */
async function followNewest(admin: AdminActor, projectId: string, updateId: string): Promise<void> {
  const newest = await admin.tx
    .selectFrom('project_update')
    .select(['id', 'progress_percent'])
    .where('project_id', '=', projectId)
    .orderBy('dated_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.id !== updateId) return
  await admin.tx
    .updateTable('project')
    .set((row) => ({ progress_percent: newest.progress_percent, version: row('version', '+', 1) }))
    .where('id', '=', projectId)
    .where('progress_percent', '<>', newest.progress_percent)
    .execute()
}
