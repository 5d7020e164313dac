import type { AdminActor } from '../../platform/database.server.ts'
import type { EncodedPicture } from '../../platform/images.server.ts'

/** A picture that was uploaded and encoded again; the checksum is of what was sent. */
export type UploadedPicture = EncodedPicture & { sha256: string }

/**
 * Writes down an uploaded picture, whose one WebP is in the store. The answer is its id. Who may see it follows from the
 * project it is given to.
 */
export async function storePicture(admin: AdminActor, picture: UploadedPicture): Promise<string> {
  const { width, height, placeholder, key, byteSize } = picture
  const { id } = await admin.tx
    .insertInto('picture')
    .values({ width, height, placeholder })
    .returning('id')
    .executeTakeFirstOrThrow()
  await admin.tx
    .insertInto('picture_file')
    .values({ picture_id: id, width, format: 'webp', storage_key: key, byte_size: byteSize })
    .execute()
  return id
}
