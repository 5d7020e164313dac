import { Readable } from 'node:stream'
import sharp, { type Sharp } from 'sharp'
import { log } from '../observability/log.server.ts'
import { drawFirstPage } from '../pdf/first-page.server.ts'
import { derivedKey, type Stored } from './file-store.server.ts'
import { files } from './files.server.ts'
import { mediaTypeOf } from './media-type.server.ts'

// One thread without a cache, so that requests keep running.
sharp.concurrency(1)
sharp.cache(false)

const mostPixels = 40_000_000
const widest = 1920
/** An AVIF at 52 looks like a WebP at 72. */
const qualities = {
  avif: { quality: 52, effort: 3, chromaSubsampling: '4:2:0' },
  webp: { quality: 72, effort: 5, smartSubsample: true },
} as const
const rasterTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/heic',
  'image/gif',
  'image/tiff',
]

/** The encoded WebP with checksum and size in pixels, and a blurred placeholder as a data address. */
export type EncodedPicture = {
  key: string
  byteSize: bigint
  sha256: string
  width: number
  height: number
  placeholder: string
}

/**
 * Encodes a stored upload as WebP, at most 1920 px wide, without metadata. Null when it is not a decodable raster image
 * or has over 40 megapixels. High quality, because all other copies are made from it.
 */
export async function encodePicture(key: string): Promise<EncodedPicture | null> {
  if (!rasterTypes.includes((await mediaTypeOf(key)) ?? '')) return null
  const bytes = await files.get(key)
  if (!bytes) throw new Error('the upload is not in the store')
  const encoded = await encode(Buffer.concat(await bytes.toArray()))
  if (!encoded) return null
  const { picture, placeholder } = encoded
  const stored = await files.put(Readable.from([picture.data]))
  const { width, height } = picture.info
  return { ...stored, width, height, placeholder }
}

/** Encodes a stored picture in a width and format under a derived key. For jobs: AVIF takes a core for seconds. */
export async function encodeWidth(
  key: string,
  width: number,
  format: keyof typeof qualities,
): Promise<Stored> {
  const bytes = await files.get(key)
  if (!bytes) throw new Error('a picture is in the database and not in the store')
  const scaled = sharp(Buffer.concat(await bytes.toArray())).resize({
    width,
    withoutEnlargement: true,
  })
  const encoded = await scaled.toFormat(format, qualities[format]).toBuffer()
  return files.put(Readable.from([encoded]), derivedKey(key, `${width}.${format}`))
}

export type Preview = Stored & { width: number; height: number }

const previewWidth = 640
const previewHeight = 800

/**
 * Makes a WebP preview of an image or of a PDF's first page, at most 640 by 800 pixels, cropped at
 * the bottom. Null when the file is of another kind, damaged or too expensive. For jobs.
 */
export async function encodePreview(key: string, mediaType: string): Promise<Preview | null> {
  const encoded =
    mediaType === 'application/pdf' ? await pageAsWebp(key) : await imageAsWebp(key, mediaType)
  if (!encoded) return null
  const stored = await files.put(Readable.from([encoded.data]), derivedKey(key, 'preview'))
  return { ...stored, width: encoded.info.width, height: encoded.info.height }
}

async function pageAsWebp(key: string) {
  const page = await drawFirstPage(key)
  if (!page) return null
  const { width, height, pixels } = page
  return asWebp(sharp(pixels, { raw: { width, height, channels: 4 } }))
}

async function imageAsWebp(key: string, mediaType: string) {
  if (!rasterTypes.includes(mediaType)) return null
  const bytes = await files.get(key)
  if (!bytes) throw new Error('a document is in the database and not in the store')
  const input = Buffer.concat(await bytes.toArray())
  try {
    const decoder = sharp(input, { limitInputPixels: mostPixels, failOn: 'error' })
    const { autoOrient: size } = await decoder.metadata()
    const isLong = size.height / size.width > previewHeight / previewWidth
    const wide = { width: previewWidth, withoutEnlargement: true }
    const upper = {
      width: previewWidth,
      height: previewHeight,
      fit: 'cover',
      position: 'top',
    } as const
    return await asWebp(decoder.autoOrient().resize(isLong ? upper : wide))
  } catch (fault) {
    return refused(fault)
  }
}

function asWebp(picture: Sharp) {
  return picture
    .flatten({ background: '#fff' })
    .webp({ quality: 74 })
    .toBuffer({ resolveWithObject: true })
}

/** The pixels of a stored image by its header; null for anything else. */
export async function pixelsOf(key: string, mediaType: string | null): Promise<number | null> {
  if (!rasterTypes.includes(mediaType ?? '')) return null
  const bytes = await files.get(key)
  if (!bytes) throw new Error('the upload is not in the store')
  try {
    const { width, height } = await sharp(Buffer.concat(await bytes.toArray()), {
      limitInputPixels: false,
    }).metadata()
    return width * height
  } catch (fault) {
    return refused(fault)
  }
}

/** The bytes of a stored upload; null when it is no raster image. */
async function rasterBytes(key: string): Promise<Buffer | null> {
  if (!rasterTypes.includes((await mediaTypeOf(key)) ?? '')) return null
  const bytes = await files.get(key)
  if (!bytes) throw new Error('the upload is not in the store')
  return Buffer.concat(await bytes.toArray())
}

const logoSide = 256

/** A logo from a stored upload: a square, transparent PNG of 256 px. Null when it is not a decodable raster image. */
export async function encodeLogo(key: string): Promise<Buffer | null> {
  const input = await rasterBytes(key)
  if (!input) return null
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  try {
    const decoder = sharp(input, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .toColourspace('srgb')
    const fitted = await decoder
      .ensureAlpha()
      .resize({ width: logoSide, height: logoSide, fit: 'contain', background })
      .raw()
      .toBuffer()
    const logo = sharp(fitted, { raw: { width: logoSide, height: logoSide, channels: 4 } })
    const ground = (await decoder.metadata()).hasAlpha ? groundFor(fitted) : null
    return await (ground ? logo.flatten({ background: ground }) : logo)
      .png({ compressionLevel: 9 })
      .toBuffer()
  } catch (fault) {
    return refused(fault)
  }
}

const portraitSide = 320

/** A square portrait from a stored upload, as WebP. Null when it is not a decodable raster image. */
export async function encodePortrait(key: string): Promise<Buffer | null> {
  const input = await rasterBytes(key)
  if (!input) return null
  try {
    const square = sharp(input, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: portraitSide, height: portraitSide, fit: 'cover', position: 'attention' })
    return (await asWebp(square)).data
  } catch (fault) {
    return refused(fault)
  }
}

/** The background a very dark or very light logo needs in one of the themes; otherwise null. */
function groundFor(pixels: Buffer): string | null {
  let visible = 0
  let light = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    visible += alpha
    light += (alpha * (0.2126 * red + 0.7152 * green + 0.0722 * blue)) / 255
  }
  if (visible === 0 || (light / visible >= 0.2 && light / visible <= 0.8)) return null
  return light / visible > 0.8 ? '#0f172a' : '#ffffff'
}

async function encode(bytes: Buffer) {
  const decoder = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' }).autoOrient()
  try {
    const [picture, small] = await Promise.all([
      decoder
        .clone()
        .resize({ width: widest, withoutEnlargement: true })
        .webp({ quality: 86, smartSubsample: true })
        .toBuffer({ resolveWithObject: true }),
      decoder.clone().resize({ width: 16 }).blur(1).webp({ quality: 30 }).toBuffer(),
    ])
    return { picture, placeholder: `data:image/webp;base64,${small.toString('base64')}` }
  } catch (fault) {
    return refused(fault)
  }
}

/** Null for a decoder's refusal, which is logged: sharp has no error codes, and a broken decoder refuses all. */
function refused(fault: unknown): null {
  if (!(fault instanceof Error)) throw fault
  log.warn('a picture could not be decoded', { reason: fault.message })
  return null
}
