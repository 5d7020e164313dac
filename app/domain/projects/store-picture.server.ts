import type { AdminActor } from '../../platform/database/database.server.ts'
import type { EncodedPicture } from '../../platform/files/images.server.ts'
import type { PictureFormat } from './picture.ts'

/** A picture that was uploaded and encoded again, with the checksum of what was sent. */
export type UploadedPicture = EncodedPicture & { sentSha256: string }

/** One encoding of a picture, in the store already, with the checksum of its bytes; `width` in pixels. */
export type PictureCopy = {
  width: number
  format: PictureFormat
  key: string
  byteSize: bigint
  sha256: string
}

/**
 * Writes down a picture and its copies: of an upload the one WebP it became. The answer is its id. Who may see it follows
 * from the project it is given to.
 */
export async function storePicture(
  admin: AdminActor,
  { width, height, placeholder }: { width: number; height: number; placeholder: string },
  copies: readonly PictureCopy[],
): Promise<string> {
  const { id } = await admin.tx
    .insertInto('picture')
    .values({ width, height, placeholder })
    .returning('id')
    .executeTakeFirstOrThrow()
  await admin.tx
    .insertInto('picture_file')
    .values(copies.map((copy) => fileOf(id, copy)))
    .execute()
  return id
}

/** One encoding of a picture as its row of the table `picture_file`; the width in pixels. */
export function fileOf(pictureId: string, { width, format, key, byteSize, sha256 }: PictureCopy) {
  return { picture_id: pictureId, width, format, storage_key: key, byte_size: byteSize, sha256 }
}
