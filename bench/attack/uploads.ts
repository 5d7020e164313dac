import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Target } from './arrange.ts'
import { ask } from './ask.ts'
import type { Outcome } from './findings.ts'
import { faultsIn } from './fuzz.ts'
import { type Chance, chanceOf, oneOf } from './nasty.ts'

type Sent = { what: string; name: string; bytes: Buffer }
const files = 200
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99999999 99999999]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)
const script = Buffer.from('<html><script>alert(1)</script></html>')
const names = [
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

/** Sends 200 files that are none to where documents, pictures and tables are taken: none may break it or stay unanswered. */
export async function sendMalformedFiles({ address, parts, cookies }: Target, seed: number): Promise<Outcome> {
  const chance = chanceOf(seed)
  const pictures = await wholePictures()
  const places = [
    { path: '/admin-dashboard/documents/new', field: 'file' },
    { path: '/admin-dashboard/projects/new/upload', field: 'picture' },
    { path: `/admin-dashboard/projects/${parts.projectId}/pictures/upload`, field: 'picture' },
    { path: '/admin-dashboard/import/investors', field: 'file' },
  ]
  const findings: string[] = []
  const statuses = new Map<number, number>()
  for (let number = 0; number < files; number += 1) {
    const { what, name, bytes } = malformed(chance, pictures)
    const { path, field } = oneOf(chance, places)
    const body = formWith(field, name, bytes, parts.projectId ?? '')
    const headers = {
      cookie: cookies.admin ?? '',
      origin: address,
      'content-type': 'multipart/form-data; boundary=edge',
    }
    const heard = await ask(address, { method: 'POST', path, headers, body })
    statuses.set(heard.status, (statuses.get(heard.status) ?? 0) + 1)
    const faults = faultsIn(heard, 'admin')
    if (faults.length > 0) findings.push(`file ${number}, ${what} as ${JSON.stringify(name)}: ${faults.join('; ')}`)
  }
  const counts = [...statuses].map(([status, count]) => `${count} times ${status}`).join(', ')
  return { part: 'malformed files', tried: `${files} files, seed ${seed}: ${counts}`, findings }
}

async function wholePictures(): Promise<[string, Buffer][]> {
  const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#345' } })
  const kinds = ['jpeg', 'png', 'webp', 'avif'] as const
  const encoded = kinds.map(
    async (kind): Promise<[string, Buffer]> => [kind, await plain.clone().toFormat(kind).toBuffer()],
  )
  return [['pdf', pdf], ...(await Promise.all(encoded))]
}

function malformed(chance: Chance, whole: [string, Buffer][]): Sent {
  const [kind, bytes] = oneOf(chance, whole)
  const name = chance() < 0.4 ? oneOf(chance, names) : `file.${kind}`
  const makes = [
    () => ({ what: `${kind}, cut off`, bytes: bytes.subarray(0, Math.floor(chance() * bytes.length)) }),
    () => ({ what: `${kind} with other bytes`, bytes: withNoise(chance, bytes) }),
    () => ({ what: `${kind} and a page`, bytes: Buffer.concat([bytes, script]) }),
    () => ({ what: `a page that ends as ${kind}`, bytes: Buffer.concat([script, bytes]) }),
    () => ({ what: 'nothing', bytes: Buffer.alloc(0) }),
    () => ({ what: 'a picture of 30,000 by 30,000', bytes: hugePicture(30_000, 30_000) }),
    () => ({ what: 'a picture of 6,000 by 6,000, cut off', bytes: hugePicture(6_000, 6_000).subarray(0, 9_000) }),
    () => ({ what: 'a program', bytes: Buffer.concat([Buffer.from('MZ'), bytes]) }),
    () => ({
      what: `the head of ${kind} and zeros`,
      bytes: Buffer.concat([bytes.subarray(0, 40), Buffer.alloc(2_000_000)]),
    }),
  ]
  return { name, ...oneOf(chance, makes)() }
}

function withNoise(chance: Chance, bytes: Buffer): Buffer {
  const noisy = Buffer.from(bytes)
  for (let count = 0; count < 30; count += 1) noisy[Math.floor(chance() * noisy.length)] = Math.floor(chance() * 256)
  return noisy
}

/** A PNG of one colour, of a few kilobytes, that unpacks to as much as its size says. */
function hugePicture(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 40_000_000)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, bytes: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), bytes])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(bytes.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

function formWith(field: string, name: string, bytes: Buffer, projectId: string): Buffer {
  const fields = {
    key: crypto.randomUUID(),
    title: 'A file',
    documentType: 'legal',
    projectId,
    audience: 'project',
    alt: 'A house',
  }
  const texts = Object.entries(fields).map(
    ([key, value]) => `--edge\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `--edge\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`
  return Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from('\r\n--edge--\r\n')])
}
