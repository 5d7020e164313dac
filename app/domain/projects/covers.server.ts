import { sql } from 'kysely'
import type { Actor } from '../../platform/database.server.ts'
import type { PictureFormat, ShownPicture } from './picture.ts'

/** The cover, which is the picture of the first place, of each of these projects that has one, by the project's id. */
export async function coversOf(actor: Actor, projectIds: string[]): Promise<Map<string, ShownPicture>> {
  if (projectIds.length === 0) return new Map()
  const rows = await actor.tx
    .selectFrom('project_picture as placed')
    .innerJoin('picture', 'picture.id', 'placed.picture_id')
    .distinctOn('placed.project_id')
    .select(['placed.project_id', 'placed.alt'])
    .select(['picture.id', 'picture.width', 'picture.height', 'picture.placeholder'])
    .select([widthsOf('webp').as('widths'), widthsOf('avif').as('avif_widths')])
    .where('placed.project_id', 'in', projectIds)
    .orderBy('placed.project_id')
    .orderBy('placed.place')
    .execute()
  return new Map(
    rows.map(({ project_id, avif_widths, ...cover }) => [project_id, { ...cover, avifWidths: avif_widths }]),
  )
}

function widthsOf(format: PictureFormat) {
  return sql<number[]>`array(
    select f.width from picture_file f where f.picture_id = picture.id and f.format = ${format} order by f.width)`
}
