import { Readable } from 'node:stream'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { files } from './files.server.ts'
import { encodePicture } from './images.server.ts'

async function encoded(bytes: Buffer) {
  const { key } = await files.put(Readable.from([bytes]))
  return encodePicture(key)
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 90, b: 60 } } })

/** Pixels that no format makes small, the same each time. */
const noise = Buffer.from(
  Array.from({ length: 64 * 64 * 3 }, (_, place) => (place * 7919 + (place >> 3) * 104_729) % 256),
)

test('a picture is kept as WebP, at most 1920 px wide and upright, without what it carried apart from its pixels', async () => {
  const photo = await plain(2000, 1000)
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const picture = await encoded(photo)
  expect(picture).toMatchObject({ width: 1000, height: 2000 })
  expect(picture?.placeholder).toMatch(/^data:image\/webp;base64,/)
  const stored = await files.get(picture?.key ?? '')
  const bytes = Buffer.concat((await stored?.toArray()) ?? [])
  const facts = await sharp(bytes).metadata()
  expect(facts).toMatchObject({ format: 'webp', width: 1000, height: 2000 })
  expect(facts.exif).toBeUndefined()
  expect(BigInt(bytes.length)).toBe(picture?.byteSize)
})

test('a wide one is made narrower, a small one is not made larger', async () => {
  expect(await encoded(await plain(3200, 400).png().toBuffer())).toMatchObject({
    width: 1920,
    height: 240,
  })
  expect(await encoded(await plain(40, 30).gif().toBuffer())).toMatchObject({
    width: 40,
    height: 30,
  })
})

test('a picture that was cut off or damaged anywhere is refused, and no fault of ours', async () => {
  const hollow = Buffer.concat([
    (await plain(64, 64).webp().toBuffer()).subarray(0, 40),
    Buffer.alloc(5000),
  ])
  await expect(encoded(hollow)).resolves.toBeNull()
  for (const format of ['png', 'jpeg', 'webp', 'gif', 'tiff'] as const) {
    const whole = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    for (const part of [0.2, 0.5, 0.8]) {
      const at = Math.floor(whole.length * part)
      await expect(encoded(whole.subarray(0, at)), `${format} cut at ${part}`).resolves.toBeNull()
      const damaged = Buffer.from(whole)
      damaged.fill(0x55, at, at + 200)
      // What a format does not check may be drawn; it is never our fault.
      await expect(encoded(damaged), `${format} damaged at ${part}`).resolves.toBeDefined()
    }
  }
})

test('what is no raster picture, is damaged, or has more than 40 megapixels is refused', async () => {
  const photo = await plain(800, 600).jpeg().toBuffer()
  const drawing = await plain(800, 600).png().toBuffer()
  const refused = [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('%PDF-1.7\n'),
    Buffer.alloc(0),
    photo.subarray(0, 900),
    Buffer.concat([drawing.subarray(0, 60), Buffer.alloc(400, 7)]),
    await plain(8000, 5001).png({ compressionLevel: 9 }).toBuffer(),
  ]
  for (const bytes of refused) expect(await encoded(bytes)).toBeNull()
})
