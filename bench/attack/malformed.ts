import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Chance } from './nasty.ts'

/** A file as it is sent; `what` tells a finding how it was made. */
export type Made = { what: string; bytes: Buffer }
/** A file that is whole, of a kind that an address takes. */
export type Whole = { kind: string; bytes: Buffer }

/** What a browser would run, were it served as a page. */
export const scripted = '<script>alert(1)</script>'
const script = Buffer.from(`<html>${scripted}</html>`)

export const pdf: Whole = {
  kind: 'pdf',
  bytes: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
      '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99999999 99999999]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
}

export async function wholePictures(): Promise<Whole[]> {
  const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#345' } })
  const kinds = ['jpeg', 'png', 'webp', 'avif'] as const
  return Promise.all(
    kinds.map(
      async (kind): Promise<Whole> => ({
        kind,
        bytes: await plain.clone().toFormat(kind).toBuffer(),
      }),
    ),
  )
}

const head = 'Full name,Email\n'
const text = (label: string, content: string): Made => ({
  what: label,
  bytes: Buffer.from(content),
})

/** The ways of breaking a file, each made of one that is whole or of none. */
export const makes: ((chance: Chance, whole: Whole) => Made)[] = [
  (chance, { kind, bytes }) => ({
    what: `${kind}, cut off`,
    bytes: bytes.subarray(0, Math.floor(chance() * bytes.length)),
  }),
  (chance, { kind, bytes }) => ({
    what: `${kind} with other bytes`,
    bytes: withNoise(chance, bytes),
  }),
  (_, { kind, bytes }) => ({ what: `${kind} and a page`, bytes: Buffer.concat([bytes, script]) }),
  (_, { kind, bytes }) => ({
    what: `a page that ends as ${kind}`,
    bytes: Buffer.concat([script, bytes]),
  }),
  () => ({ what: 'nothing', bytes: Buffer.alloc(0) }),
  () => ({ what: 'a picture of 30,000 by 30,000', bytes: hugePicture(30_000, 30_000) }),
  () => ({
    what: 'a picture of 6,000 by 6,000, cut off',
    bytes: hugePicture(6_000, 6_000).subarray(0, 9_000),
  }),
  (_, { bytes }) => ({ what: 'a program', bytes: Buffer.concat([Buffer.from('MZ'), bytes]) }),
  (_, { kind, bytes }) => ({
    what: `the head of ${kind} and zeros`,
    bytes: Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(2_000_000)]),
  }),
  () =>
    text(
      'a table with an open quote',
      `${head}"Ada Noor,ada@example.com\nBen Otieno,ben@example.com\n`,
    ),
  () =>
    text(
      'a table of scripts and formulas',
      `${head}${scripted},a@example.com\n=cmd|'/C calc'!A0,${scripted}\n`,
    ),
  () => text('a table with a null byte', `${head}Ada\u0000Noor,ada@example.com\n`),
  () => ({
    what: 'a table in Latin-1',
    bytes: Buffer.from(`${head}Zoë Müller,zoe@example.com\n`, 'latin1'),
  }),
  () => ({
    what: 'a table in UTF-16',
    bytes: Buffer.from(`\ufeff${head}Ada Noor,ada@example.com\n`, 'utf16le'),
  }),
  () =>
    text(
      'a table of 20,000 columns',
      `${head.trim()}${',x'.repeat(20_000)}\n${'1,'.repeat(20_000)}\n`,
    ),
  () => text('a table with one cell of 900 KB', `${head}${'x'.repeat(900_000)},ada@example.com\n`),
  () => text('a table of quotes and separators', `${head}${'",";\t'.repeat(20_000)}\n`),
  () =>
    text(
      'a table with every head twice',
      `${head.trim()},${head}Ada,ada@example.com,Ben,ben@example.com\n`,
    ),
]

export const names = [
  '../../../../etc/cron.d/x.pdf',
  '..\\..\\x.pdf',
  'a\u0000.pdf',
  `${'n'.repeat(300)}.pdf`,
  'CON.pdf',
  '\u202efdp.exe',
  '.pdf',
  ' ',
  'x.pdf.html',
  'x.svg',
  'x.exe',
  'quote".pdf',
  'line\r\nbreak.pdf',
]

function withNoise(chance: Chance, bytes: Buffer): Buffer {
  const noisy = Buffer.from(bytes)
  for (let count = 0; count < 30; count += 1)
    noisy[Math.floor(chance() * noisy.length)] = Math.floor(chance() * 256)
  return noisy
}

/** A PNG of one colour, of a few kilobytes, that unpacks to as much as its size says. */
function hugePicture(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 40_000_000)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
