import { Readable } from 'node:stream'
import sharp from 'sharp'
import { files } from './files.server.ts'
import { mediaTypeOf } from './media-type.server.ts'

const mostPixels = 40_000_000
const widest = 1600
const rasterTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic', 'image/gif', 'image/tiff']

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
 * can be decoded, or has more than 40 megapixels. The whole upload is held in memory meanwhile, as the decoder does.
 */
export async function encodePicture(key: string): Promise<EncodedPicture | null> {
  if (!rasterTypes.includes((await mediaTypeOf(key)) ?? '')) return null
  const bytes = await files.get(key)
  if (!bytes) throw new Error('the upload is not in the store')
  const encoded = await encode(Buffer.concat(await bytes.toArray()))
  if (!encoded) return null
  const { picture, placeholder } = encoded
  const { key: storedKey, byteSize } = await files.put(Readable.from([picture.data]))
  const { width, height } = picture.info
  return { key: storedKey, byteSize, width, height, placeholder }
}

async function encode(bytes: Buffer) {
  const decoder = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
  try {
    const [picture, small] = await Promise.all([
      decoder
        .clone()
        .resize({ width: widest, withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer({ resolveWithObject: true }),
      decoder.clone().resize({ width: 16 }).blur(1).webp({ quality: 30 }).toBuffer(),
    ])
    return { picture, placeholder: `data:image/webp;base64,${small.toString('base64')}` }
  } catch (fault) {
    if (isUndecodable(fault)) return null
    throw fault
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
