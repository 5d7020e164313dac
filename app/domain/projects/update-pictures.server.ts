import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { deletePictures } from './delete-pictures.server.ts'
import type { AddPictureInput } from './picture-schema.ts'
import type { PictureAdded } from './project-pictures.server.ts'
import { storePicture, type UploadedPicture } from './store-picture.server.ts'

type Whose = { projectId: string; updateId: string }

const mostPictures = 12

/**
 * Adds a picture as the last of a progress update. A repetition returns the first file's key; the
 * caller deletes the other file. Publishes picture.added.
 */
export function addUpdatePicture(
  admin: AdminActor,
  whose: Whose,
  { key, alt }: AddPictureInput,
  picture: UploadedPicture,
): Promise<PictureAdded> {
  const sent = { ...whose, alt, sha256: picture.sentSha256 }
  return exactlyOnce(admin, 'add-update-picture', key, sent, () => add(admin, whose, alt, picture))
}

async function add(
  admin: AdminActor,
  whose: Whose,
  alt: string,
  picture: UploadedPicture,
): Promise<PictureAdded> {
  const placed = await lockPictures(admin, whose)
  if (!placed) return { refused: 'not-found' }
  if (placed.length >= mostPictures) return { refused: 'too-many', most: mostPictures }
  const pictureId = await storePicture(admin, picture, [{ ...picture, format: 'webp' }])
  await admin.tx
    .insertInto('project_update_picture')
    .values({ update_id: whose.updateId, picture_id: pictureId, alt })
    .execute()
  await publish(admin, { kind: 'picture.added', pictureId, projectId: whose.projectId })
  return { pictureId, fileKey: picture.key }
}

/** `fileKeys` are no longer used. */
export type UpdatePictureRemoved = { fileKeys: string[] } | { refused: 'not-found' }

/** Removes a picture from a progress update. Publishes progress.changed; the caller deletes the files after commit. */
export async function removeUpdatePicture(
  admin: AdminActor,
  whose: Whose,
  pictureId: string,
): Promise<UpdatePictureRemoved> {
  const placed = await lockPictures(admin, whose)
  if (!placed?.includes(pictureId)) return { refused: 'not-found' }
  await admin.tx.deleteFrom('project_update_picture').where('picture_id', '=', pictureId).execute()
  const fileKeys = await deletePictures(admin, [pictureId])
  await publish(admin, { kind: 'progress.changed', projectId: whose.projectId })
  return { fileKeys }
}

/** The pictures of an update, locked until commit; null for an unknown update. */
async function lockPictures(
  admin: AdminActor,
  { projectId, updateId }: Whose,
): Promise<string[] | null> {
  const update = await admin.tx
    .selectFrom('project_update')
    .select('id')
    .where('id', '=', updateId)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst()
  if (!update) return null
  const placed = await admin.tx
    .selectFrom('project_update_picture')
    .select('picture_id')
    .where('update_id', '=', updateId)
    .execute()
  return placed.map((row) => row.picture_id)
}
