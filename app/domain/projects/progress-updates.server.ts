import type { Actor, AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { shownPage } from '../../values/list-query.ts'
import type { ShownPicture } from './picture.ts'
import { shownPictures } from './shown-pictures.server.ts'

/** `percent` is whole. */
export type ProgressUpdate = {
  id: string
  projectId: string
  version: number
  datedOn: CalendarDate
  percent: number
  body: string
  /** On the public page too. */
  isPublic: boolean
  pictures: ShownPicture[]
}

const pageSize = 12

/**
 * The updates of a project, newest first, 12 a page. By row policies investors see those of
 * projects they hold. A page beyond the last shows the last.
 */
export async function listUpdates(
  reader: AdminActor | InvestorReader,
  projectId: string,
  page: number,
) {
  const count = reader.tx
    .selectFrom('project_update')
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .where('project_id', '=', projectId)
  // The requested page nearly always exists, so it is read in parallel with the count.
  const [{ total }, requested] = await Promise.all([
    count.executeTakeFirstOrThrow(),
    updatesOn(reader, projectId, page),
  ])
  const shown = shownPage(page, Number(total), pageSize)
  const rows = shown === page ? requested : await updatesOn(reader, projectId, shown)
  return { updates: await withPictures(reader, rows), total: Number(total), page: shown, pageSize }
}

function updatesOn(reader: AdminActor | InvestorReader, projectId: string, page: number) {
  return updateRows(reader)
    .where('project_id', '=', projectId)
    .orderBy('dated_on', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
}

const mostPublic = 6

/** The newest updates of a project that are on its public page. */
export async function listPublicUpdates(
  actor: Actor,
  projectId: string,
): Promise<ProgressUpdate[]> {
  const rows = await updateRows(actor)
    .where('project_id', '=', projectId)
    .where('is_public', '=', true)
    .orderBy('dated_on', 'desc')
    .orderBy('id', 'desc')
    .limit(mostPublic)
    .execute()
  return withPictures(actor, rows)
}

/** Those of a published project by its slug. */
export async function listPublishedUpdates(actor: Actor, slug: string): Promise<ProgressUpdate[]> {
  const project = await actor.tx
    .selectFrom('project')
    .select('id')
    .where('slug', '=', slug)
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return project ? listPublicUpdates(actor, project.id) : []
}

/** One update; null for an id of another project. */
export async function findUpdate(
  admin: AdminActor,
  projectId: string,
  updateId: string,
): Promise<ProgressUpdate | null> {
  const rows = await updateRows(admin)
    .where('id', '=', updateId)
    .where('project_id', '=', projectId)
    .execute()
  const [update] = await withPictures(admin, rows)
  return update ?? null
}

/** An update for its notification. For reactions. */
export async function findReportedProgress(actor: Actor, updateId: string) {
  const found = await actor.tx
    .selectFrom('project_update as reported')
    .innerJoin('project', 'project.id', 'reported.project_id')
    .select(['project.name', 'reported.progress_percent', 'reported.body'])
    .where('reported.id', '=', updateId)
    .executeTakeFirst()
  return found ? { project: found.name, percent: found.progress_percent, body: found.body } : null
}

function updateRows(reader: Actor) {
  return reader.tx
    .selectFrom('project_update')
    .select(['id', 'project_id', 'version', 'dated_on', 'progress_percent', 'body'])
    .select('is_public')
}

type Row = Awaited<ReturnType<ReturnType<typeof updateRows>['execute']>>[number]

async function withPictures(reader: Actor, rows: Row[]): Promise<ProgressUpdate[]> {
  const ids = rows.map((row) => row.id)
  const placed = ids.length === 0 ? [] : await placedPictures(reader, ids)
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    version: row.version,
    datedOn: row.dated_on,
    percent: row.progress_percent,
    body: row.body,
    isPublic: row.is_public,
    pictures: placed.filter(({ updateId }) => updateId === row.id).map(({ picture }) => picture),
  }))
}

async function placedPictures(reader: Actor, updateIds: string[]) {
  const rows = await reader.tx
    .selectFrom('project_update_picture as placed')
    .innerJoin('picture', 'picture.id', 'placed.picture_id')
    .select(['placed.update_id', 'placed.alt'])
    .select(shownPictures)
    .where('placed.update_id', 'in', updateIds)
    .orderBy('placed.id')
    .execute()
  return rows.map(({ update_id: updateId, avif_widths: avifWidths, ...picture }) => ({
    updateId,
    picture: { ...picture, avifWidths },
  }))
}
