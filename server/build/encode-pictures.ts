/**
 * Encodes the supplied pictures once, because it takes minutes. Reads a folder of originals with
 * `manifest.json`, and writes public/pictures: every width as AVIF and WebP, and a manifest. npm
 * run pictures:encode -- <folder of originals> [<output folder>]
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import sharp, { type AvifOptions } from 'sharp'
import { z } from 'zod'

const [folder, target] = process.argv.slice(2)
const TARGET = resolve(target ?? join(import.meta.dirname, '../../public/pictures'))
const TOTAL_LIMIT = 16 * 1024 * 1024

const Originals = z.array(
  z.object({
    file: z.string(),
    width: z.int().positive(),
    height: z.int().positive(),
    project: z.string().nullable(),
    alt: z.string().min(1),
  }),
)
type Original = z.infer<typeof Originals>[number]

type Rendition = {
  name: string
  width: number
  height: number
  widths: number[]
  avif: AvifOptions
  /** The shown part in pixels of the original; all of it if missing. */
  cut?: { left: number; top: number; width: number; height: number }
}

/** Where a phone's upright crop of a hero picture begins. */
const UPRIGHT_FROM_LEFT: Record<string, number> = { 'hero-1': 588, 'hero-2': 366, 'hero-3': 480 }

/** A phone waits for it: below 43 KB it saves a round trip, without a visible difference. */
const smallAvif: AvifOptions = { quality: 46, effort: 6, chromaSubsampling: '4:2:0' }

function renditionsOf(original: Original): Rendition[] {
  const name = original.file.replace(/\.jpg$/, '')
  const whole = {
    name,
    width: original.width,
    height: original.height,
    widths: [480, 768, 1200, original.width],
    avif: { quality: 50, effort: 4 },
  }
  const left = UPRIGHT_FROM_LEFT[name]
  if (left === undefined) return [whole]
  // The upper part of a phone's first view, 390 by 488 CSS pixels, at two device pixels each.
  const cut = { left, top: 0, width: (original.height * 4) / 5, height: original.height }
  return [
    whole,
    { name: `${name}-upright`, width: 780, height: 975, widths: [480, 780], avif: smallAvif, cut },
  ]
}

async function encode(source: string, rendition: Rendition) {
  const opened = sharp(source)
  const pixels = await (rendition.cut ? opened.extract(rendition.cut) : opened)
    .toColourspace('srgb')
    .png()
    .toBuffer()
  let bytes = 0
  for (const width of rendition.widths) {
    const scaled = await sharp(pixels).resize(width).png({ compressionLevel: 0 }).toBuffer()
    const avif = await sharp(scaled).avif(rendition.avif).toBuffer()
    const webp = await sharp(scaled)
      .webp({ quality: 72, effort: 5, smartSubsample: true })
      .toBuffer()
    await writeFile(join(TARGET, `${rendition.name}-${width}.avif`), avif)
    await writeFile(join(TARGET, `${rendition.name}-${width}.webp`), webp)
    bytes += avif.length + webp.length
  }
  const tiny = await sharp(pixels).resize(16).blur(0.6).webp({ quality: 20, effort: 6 }).toBuffer()
  return { bytes, placeholder: `data:image/webp;base64,${tiny.toString('base64')}` }
}

async function encodeAll(folder: string) {
  const originals = Originals.parse(
    JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
  )
  await rm(TARGET, { recursive: true, force: true })
  await mkdir(TARGET, { recursive: true })
  const entries: Record<string, unknown> = {}
  let total = 0
  for (const [index, original] of originals.entries()) {
    for (const rendition of renditionsOf(original)) {
      const { bytes, placeholder } = await encode(join(folder, original.file), rendition)
      total += bytes
      const { name, width, height, widths } = rendition
      entries[name] = {
        project: original.project,
        alt: original.alt,
        width,
        height,
        widths,
        placeholder,
      }
    }
    process.stdout.write(
      `${index + 1}/${originals.length} ${original.file}, ${(total / 1024 / 1024).toFixed(1)} MB\n`,
    )
  }
  await writeFile(join(TARGET, 'manifest.json'), asFormatted(entries))
  if (total > TOTAL_LIMIT)
    throw new Error(`The encoded pictures are ${total} bytes, more than ${TOTAL_LIMIT}.`)
}

/** Formatted as the repository's formatter does. */
function asFormatted(entries: Record<string, unknown>): string {
  const text = JSON.stringify(entries, null, 2)
  return `${text.replace(/\[[\d\s,]+\]/g, (list) => list.replace(/\s+/g, ' ').replace('[ ', '[').replace(' ]', ']'))}\n`
}

if (folder === undefined)
  throw new Error('Name the folder with the originals and their manifest.json.')
sharp.concurrency(1)
await encodeAll(resolve(folder))
