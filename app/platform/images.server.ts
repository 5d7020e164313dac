import { Readable } from 'node:stream'
import sharp from 'sharp'
import { files } from './files.server.ts'

const mostPixels = 40_000_000
const widest = 1600

/** A picture encoded again: its WebP in the store, its size in pixels, and a tiny blurred stand-in as a data address. */
export type EncodedPicture = {
  key: string
  byteSize: bigint
  width: number
  height: number
  placeholder: string
}

/**
 * Decodes a stored upload and stores it again as WebP, at most 1600 px wide (decisions §5). What a picture carried
 * besides its pixels (script, position, profile) does not survive. Null when it is no picture of a raster format that
 * can be decoded, or has more than 40 megapixels.
 */
export async function encodePicture(key: string): Promise<EncodedPicture | null> {
  const bytes = await files.get(key)
  if (!bytes) throw new Error('the upload is not in the store')
  const decoder = sharp({ limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
  bytes.pipe(decoder)
  try {
    const { format } = await decoder.metadata()
    if (!['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff'].includes(format)) return null
    const small = decoder.clone().resize({ width: 16 }).blur(1).webp({ quality: 30 }).toBuffer()
    const { data, info } = await decoder
      .resize({ width: widest, withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true })
    const stored = await files.put(Readable.from(data))
    const placeholder = `data:image/webp;base64,${(await small).toString('base64')}`
    return { key: stored.key, byteSize: stored.byteSize, width: info.width, height: info.height, placeholder }
  } catch (fault) {
    if (isUndecodable(fault)) return null
    throw fault
  } finally {
    bytes.destroy()
  }
}

/** sharp has no error codes; what its decoders say of bad input begins with one of these. */
function isUndecodable(fault: unknown) {
  return (
    fault instanceof Error &&
    /^(Input (buffer|image|file)|.*(unsupported|corrupt|premature|exceeds pixel limit|VipsJpeg|pngload|webpload|heifload|gifload|tiffload))/i.test(
      fault.message,
    )
  )
}
