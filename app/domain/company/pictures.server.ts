import type { AdminActor } from '../../platform/database.server.ts'
import { files } from '../../platform/files.server.ts'
import { type EncodedPicture, encodePicture } from '../../platform/images.server.ts'
import type { ReceivedForm } from '../../platform/upload.server.ts'
import type { PictureFormat } from './pictures.ts'

/** A picture whose files lie in the store already, with no row yet. */
export type NewPicture = {
  width: number
  height: number
  placeholder: string
  files: { width: number; format: PictureFormat; key: string; byteSize: bigint }[]
}

/** A picture that was uploaded and encoded again; the checksum is of what was sent. */
export type UploadedPicture = EncodedPicture & { sha256: string }

/** Why an upload became no picture; `unreadable` is also one of more than 40 megapixels (decisions §5). */
export type PictureRefusal = { refused: 'too-large' | 'not-a-picture' | 'unreadable' }

/**
 * Encodes the picture that arrived in `field` of a form and takes what was sent out of the store, whatever comes of it
 * (decisions §5, W-31). Null when nothing was chosen. What a file is called or says it is plays no part: a renamed
 * program is refused by its bytes.
 */
export async function takePicture(
  { uploads, tooLarge }: ReceivedForm,
  field: string,
): Promise<UploadedPicture | PictureRefusal | null> {
  if (tooLarge.has(field)) return { refused: 'too-large' }
  const upload = uploads.get(field)
  if (!upload) return null
  try {
    if (!upload.mediaType?.startsWith('image/')) return { refused: 'not-a-picture' }
    const encoded = await encodePicture(upload.key)
    return encoded ? { ...encoded, sha256: upload.sha256 } : { refused: 'unreadable' }
  } finally {
    await files.remove(upload.key)
  }
}

/** Takes a picture that no row names out of the store again, when its form was refused or sent twice. */
export async function dropPicture(picture: UploadedPicture): Promise<void> {
  await files.remove(picture.key)
}

/** What is stored of an uploaded picture: one WebP, until the worker has made the other widths and formats. */
export function newPictureOf({ width, height, placeholder, key, byteSize }: UploadedPicture): NewPicture {
  return { width, height, placeholder, files: [{ width, format: 'webp', key, byteSize }] }
}

/** Writes down a picture whose files are in the store; the answer is its id. Who may see it follows from its project. */
export async function storePicture(admin: AdminActor, picture: NewPicture): Promise<string> {
  const { width, height, placeholder } = picture
  const { id } = await admin.tx
    .insertInto('picture')
    .values({ width, height, placeholder })
    .returning('id')
    .executeTakeFirstOrThrow()
  await admin.tx
    .insertInto('picture_file')
    .values(
      picture.files.map((file) => ({
        picture_id: id,
        width: file.width,
        format: file.format,
        storage_key: file.key,
        byte_size: file.byteSize,
      })),
    )
    .execute()
  return id
}
