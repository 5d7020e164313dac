import type { UploadedPicture } from '../../domain/projects/store-picture.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { encodePicture } from '../../platform/files/images.server.ts'
import type { ReceivedForm } from '../../platform/http/upload.server.ts'

/** `unreadable` includes pictures above 40 megapixels. */
type PictureRefusal = { refused: 'too-large' | 'not-a-picture' | 'unreadable' }

/** Re-encodes the picture in `field`, by content, and deletes the original. Null when none was chosen. */
export async function encodeUploadedPicture(
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

/** Deletes a picture that no row references, after a refused or repeated form. */
export async function deletePicture(picture: UploadedPicture): Promise<void> {
  await files.remove(picture.key)
}

export function pictureRefusalMessage({ refused }: PictureRefusal, limitBytes: number): string {
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
