import type { UploadedPicture } from '../../domain/projects/store-picture.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { encodePicture } from '../../platform/files/images.server.ts'
import type { ReceivedForm } from '../../platform/http/upload.server.ts'

/** Why an upload became no picture; `unreadable` is also one of more than 40 megapixels (decisions §5). */
type PictureRefusal = { refused: 'too-large' | 'not-a-picture' | 'unreadable' }

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
    return encoded ? { ...encoded, sentSha256: upload.sha256 } : { refused: 'unreadable' }
  } finally {
    await files.remove(upload.key)
  }
}

/** Takes a picture that no row names out of the store again, when its form was refused or sent twice. */
export async function dropPicture(picture: UploadedPicture): Promise<void> {
  await files.remove(picture.key)
}

/** The sentence beside the picture's field. */
export function whyNoPicture({ refused }: PictureRefusal, limitBytes: number): string {
  switch (refused) {
    case 'too-large':
      return `This file is larger than ${Math.floor(limitBytes / 1_048_576)} MB. Choose a smaller one.`
    case 'not-a-picture':
      return 'This file is not a picture. Choose a JPEG, PNG, WebP, AVIF, GIF or TIFF.'
    case 'unreadable':
      return 'This picture cannot be read: it is damaged, or has more than 40 megapixels.'
    default:
      return refused satisfies never
  }
}
