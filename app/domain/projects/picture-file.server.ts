import type { Actor } from '../../platform/database/database.server.ts'
import type { PictureFormat } from './picture.ts'

/**
 * Where the bytes of one width and format lie. `isPublic` while the project it belongs to is published. `placeholder` is the
 * data address of a few blurred pixels of it.
 */
export type PictureFile = {
  key: string
  width: number
  byteSize: number
  isPublic: boolean
  placeholder: string
}

/**
 * The file of a picture that suits a width: the narrowest at or above it, else the widest there is. Null for a
 * picture that does not exist or that the actor's row policies hide: a guest sees those of published projects, an
 * investor also those of projects they hold, an administrator all.
 */
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
