import type { Actor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PlacedPicture, ShownPicture } from './picture.ts'
import { shownPictures } from './shown-pictures.server.ts'

/** The cover, which is the first picture, of each of these projects by project id. */
export async function coversOf(
  actor: Actor,
  projectIds: string[],
): Promise<Map<string, ShownPicture>> {
  if (projectIds.length === 0) return new Map()
  const rows = await placedPictures(actor, projectIds).distinctOn('placed.project_id').execute()
  return new Map(rows.map((row) => [row.project_id, shown(row)]))
}

/** All pictures of these projects in order, by project id. */
export async function picturesOf(
  actor: Actor,
  projectIds: string[],
): Promise<Map<string, PlacedPicture[]>> {
  if (projectIds.length === 0) return new Map()
  const rows = await placedPictures(actor, projectIds).execute()
  const byProject = Map.groupBy(rows, (row) => row.project_id)
  return new Map(
    [...byProject].map(([projectId, placed]) => [
      projectId,
      placed.map((row) => ({ ...shown(row), takenOn: row.taken_on })),
    ]),
  )
}

type Row = Omit<ShownPicture, 'avifWidths'> & {
  project_id: string
  avif_widths: number[]
  taken_on: CalendarDate | null
}

function shown({ project_id: _, avif_widths, taken_on: __, ...picture }: Row): ShownPicture {
  return { ...picture, avifWidths: avif_widths }
}

function placedPictures(actor: Actor, projectIds: string[]) {
  return actor.tx
    .selectFrom('project_picture as placed')
    .innerJoin('picture', 'picture.id', 'placed.picture_id')
    .select(['placed.project_id', 'placed.alt', 'placed.taken_on', ...shownPictures])
    .where('placed.project_id', 'in', projectIds)
    .orderBy('placed.project_id')
    .orderBy('placed.place')
}
