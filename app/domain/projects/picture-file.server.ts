import type { Actor } from '../../platform/database/database.server.ts'
import type { PictureFormat } from './picture.ts'

/** `isPublic` while its project is published. `placeholder` is a data address of a few blurred pixels. */
export type PictureFile = {
  key: string
  width: number
  byteSize: number
  isPublic: boolean
  placeholder: string
}

/** The narrowest copy at or above a width, else the widest. Null when unknown or hidden by row policies. */
export async function findPictureFile(
  actor: Actor,
  pictureId: string,
  { width, format }: { width: number; format: PictureFormat },
): Promise<PictureFile | null> {
  const file = await actor.tx
    .selectFrom('picture_file as file')
    .innerJoin('picture', 'picture.id', 'file.picture_id')
    .select(['file.storage_key', 'file.width', 'file.byte_size', 'picture.placeholder'])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('project_picture as placed')
            .innerJoin('project', 'project.id', 'placed.project_id')
            .select('project.id')
            .whereRef('placed.picture_id', '=', 'file.picture_id')
            .where('project.published', '=', true)
            .where('project.archived_at', 'is', null),
        )
        .as('is_public'),
    )
    .where('file.picture_id', '=', pictureId)
    .where('file.format', '=', format)
    .orderBy((row) => row('file.width', '>=', width), 'desc')
    .orderBy((row) => row.fn('abs', [row('file.width', '-', width)]))
    .limit(1)
    .executeTakeFirst()
  if (!file) return null
  const { storage_key: key, byte_size, is_public, placeholder } = file
  return {
    key,
    width: file.width,
    placeholder,
    byteSize: Number(byte_size),
    isPublic: Boolean(is_public),
  }
}
