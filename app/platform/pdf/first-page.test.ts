import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { files } from '../files/files.server.ts'
import { drawFirstPage } from './first-page.server.ts'

const stored = async (bytes: Buffer) => (await files.put(Readable.from([bytes]))).key

async function aStoredPdf(
  options: ConstructorParameters<typeof PDFDocument>[0] = {},
): Promise<string> {
  const pdf = new PDFDocument({ size: [600, 750], ...options })
  pdf.rect(0, 0, 600, 375).fill('#ff0000')
  pdf.addPage().rect(0, 0, 600, 750).fill('#0000ff')
  pdf.end()
  return stored(Buffer.concat(await pdf.toArray()))
}

/** A page with these objects behind its first four, in the form that PDF readers take. */
function aPdf(
  resources: string,
  content: string,
  ...others: { head: string; body: Buffer }[]
): Buffer {
  const stream = ({ head, body }: { head: string; body: Buffer }) =>
    Buffer.concat([
      Buffer.from(`<< ${head} /Length ${body.length} >>\nstream\n`),
      body,
      Buffer.from('\nendstream'),
    ])
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from('<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
    Buffer.from(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << ${resources} >> /Contents 4 0 R >>`,
    ),
    stream({ head: '', body: Buffer.from(content) }),
    ...others.map(stream),
  ]
  const numbered = objects.map((object, place) =>
    Buffer.concat([Buffer.from(`${place + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]),
  )
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...numbered,
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n'),
  ])
}

test('the first page of a PDF is drawn in its colours, and no other page', async () => {
  const page = await drawFirstPage(await aStoredPdf())
  expect(page).toMatchObject({ width: 640, height: 800 })
  expect([...(page?.pixels.subarray(0, 4) ?? [])]).toEqual([255, 0, 0, 255])
  expect([...(page?.pixels.subarray(-4) ?? [])]).toEqual([255, 255, 255, 255])
})

test('a wide page and an endless strip keep within the size of a picture', async () => {
  expect(await drawFirstPage(await aStoredPdf({ size: [1600, 400] }))).toMatchObject({
    width: 640,
    height: 160,
  })
  expect(await drawFirstPage(await aStoredPdf({ size: [14_000, 1] }))).toMatchObject({
    width: 640,
    height: 1,
  })
})

test.each([
  ['broken', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n')],
  ['no PDF at all', Buffer.alloc(100_000, 'MZ')],
  ['empty', Buffer.alloc(0)],
])('a file that is %s has no page to draw', async (_, bytes) => {
  expect(await drawFirstPage(await stored(bytes))).toBeNull()
})

test('a PDF behind a password is not drawn', async () => {
  expect(await drawFirstPage(await aStoredPdf({ userPassword: 'only for you' }))).toBeNull()
})

test('a PDF that asks for endless memory ends its own process and nothing else', async () => {
  const nested = Array.from({ length: 9 }, (_, depth) => ({
    head: `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group << /S /Transparency >> /Resources << /XObject << /A ${depth + 6} 0 R >> >>`,
    body: Buffer.from('/A Do '.repeat(10)),
  }))
  const last = {
    head: '/Type /XObject /Subtype /Form /BBox [0 0 600 800]',
    body: Buffer.from('0 0 600 800 re f'),
  }
  const picture = {
    head: '/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
    body: deflateSync(Buffer.alloc(1_000_000)),
  }
  const before = process.memoryUsage().rss
  expect(
    await drawFirstPage(await stored(aPdf('/XObject << /A 5 0 R >>', '/A Do', ...nested, last))),
  ).toBeNull()
  await drawFirstPage(
    await stored(aPdf('/XObject << /A 5 0 R >>', '600 0 0 800 0 0 cm /A Do', picture)),
  )
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})
