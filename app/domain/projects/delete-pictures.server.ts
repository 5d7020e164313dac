import type { AdminActor } from '../../platform/database/database.server.ts'
import { lockPicture } from './lock-picture.server.ts'

/** Deletes unused pictures with all copies and returns their files' keys. The caller deletes the files after commit. */
export async function deletePictures(admin: AdminActor, pictureIds: string[]): Promise<string[]> {
  if (pictureIds.length === 0) return []
  for (const pictureId of pictureIds.toSorted()) await lockPicture(admin, pictureId)
  const copies = await admin.tx
    .deleteFrom('picture_file')
    .where('picture_id', 'in', pictureIds)
    .returning('storage_key')
    .execute()
  await admin.tx.deleteFrom('picture').where('id', 'in', pictureIds).execute()
  return copies.map((copy) => copy.storage_key)
}
