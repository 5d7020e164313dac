import type { AdminActor } from '../../platform/database/database.server.ts'
import type { EncodedPicture } from '../../platform/files/images.server.ts'
import type { PictureFormat } from './picture.ts'

/** `sentSha256` is the checksum of the upload before encoding. */
export type UploadedPicture = EncodedPicture & { sentSha256: string }

/** In the store already; `width` in pixels. */
export type PictureCopy = {
  width: number
  format: PictureFormat
  key: string
  byteSize: bigint
  sha256: string
}

/** Inserts a picture and its copies; returns its id. Its project decides who may see it. */
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

/** A copy as a row of `picture_file`; the width in pixels. */
export function fileOf(pictureId: string, { width, format, key, byteSize, sha256 }: PictureCopy) {
  return { picture_id: pictureId, width, format, storage_key: key, byte_size: byteSize, sha256 }
}
