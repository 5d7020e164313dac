import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, as } from '../../../tests/people.ts'
import { config } from '../../platform/config.server.ts'
import { files } from '../../platform/files/files.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { findPreview } from './documents.server.ts'
import { fileWithoutPreview, makePreview, queueMissingPreviews } from './make-preview.server.ts'
import { listDocuments } from './managed-documents.server.ts'
import { removeDocument } from './remove-document.server.ts'
import { uploadDocument } from './upload-document.server.ts'

const admin = await anAdmin()

async function uploaded(bytes: Buffer, originalName: string, mediaType: string) {
  const file = { ...(await files.put(Readable.from([bytes]))), originalName, mediaType }
  const form = {
    ...{
      key: randomUUID(),
      title: originalName,
      description: null,
      documentType: 'legal' as const,
      projectId: null,
    },
    audience: 'project' as const,
    investorId: null,
    sharedTax: false,
  }
  const answer = await as(admin, (actor) => uploadDocument(actor, form, file))
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.documentId
}

const waiting = () =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      "select data ->> 'fileId' as id from pgboss.job where name = 'make-preview' and state = 'created'",
    )
    return rows.map(({ id }) => id)
  })

/** Does the job that was queued with the document. */
async function draw(documentId: string): Promise<string> {
  const fileId = await as(admin, (actor) => fileWithoutPreview(actor, documentId))
  expect(await waiting()).toContain(fileId)
  await makePreview(fileId ?? '', workerCommand)
  return fileId ?? ''
}

const previewOf = (id: string) => as(admin, (actor) => findPreview(actor, id))
const listed = (q: string) =>
  as(
    admin,
    async (actor) => (await listDocuments(actor, { q, type: null, page: 1 })).documents[0]?.preview,
  )
const kept = async () =>
  (await readdir(join(config.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length

async function pixelsOf(id: string) {
  const bytes = await files.get((await previewOf(id))?.storageKey ?? '')
  return sharp(Buffer.concat((await bytes?.toArray()) ?? []))
    .raw()
    .toBuffer({ resolveWithObject: true })
}

test('MDO-017 (W-34) the picture of a PDF is its first page', async () => {
  const document = new PDFDocument({ size: [600, 750] })
  document.rect(0, 0, 600, 750).fill('#00ff00')
  document.addPage().rect(0, 0, 600, 750).fill('#ff0000')
  document.end()
  const id = await uploaded(Buffer.concat(await document.toArray()), 'green.pdf', 'application/pdf')
  expect(await listed('green.pdf')).toBeNull()
  await draw(id)
  expect(await listed('green.pdf')).toEqual({ width: 640, height: 800 })
  const { data, info } = await pixelsOf(id)
  expect(info).toMatchObject({ width: 640, height: 800 })
  const [red = 255, green = 0] = data
  expect([red < 40, green > 215]).toEqual([true, true])
  expect(await previewOf(id)).toMatchObject({ mediaType: 'image/webp' })
})

test('MDO-017 (W-34) the picture of an image is itself, made again and small; of a long one the upper part', async () => {
  const wide = await sharp({
    create: { width: 2000, height: 500, channels: 3, background: '#fff' },
  })
    .png()
    .toBuffer()
  const long = await sharp({
    create: { width: 500, height: 5000, channels: 4, background: '#0000' },
  })
    .png()
    .toBuffer()
  const ids = [
    await uploaded(wide, 'wide.png', 'image/png'),
    await uploaded(long, 'long.png', 'image/png'),
  ]
  for (const id of ids) await draw(id)
  expect([await listed('wide.png'), await listed('long.png')]).toEqual([
    { width: 640, height: 160 },
    { width: 640, height: 800 },
  ])
})

test('a broken file has no picture, and no one tries again', async () => {
  const id = await uploaded(
    Buffer.from('%PDF-1.7\ntrailer<<>>\n%%EOF\n'),
    'broken.pdf',
    'application/pdf',
  )
  const before = await kept()
  await draw(id)
  expect([await previewOf(id), await listed('broken.pdf'), await kept()]).toEqual([
    null,
    null,
    before,
  ])
  expect(await as(admin, (actor) => fileWithoutPreview(actor, id))).toBeNull()
})

test('a file of another kind is not even tried; what a start finds undrawn is queued once', async () => {
  const text = await uploaded(Buffer.from('Words'), 'words.txt', 'text/plain')
  expect(await as(admin, (actor) => fileWithoutPreview(actor, text))).toBeNull()
  const id = await uploaded(Buffer.from('%PDF-1.7'), 'later.pdf', 'application/pdf')
  const fileId = await as(admin, (actor) => fileWithoutPreview(actor, id))
  await asSuperuser((client) => client.query("delete from pgboss.job where name = 'make-preview'"))
  await workerCommand(queueMissingPreviews)
  await workerCommand(queueMissingPreviews)
  expect((await waiting()).filter((waitingId) => waitingId === fileId)).toHaveLength(1)
})

test('the same job twice is one picture, and a deleted document takes it along', async () => {
  const image = await sharp({
    create: { width: 30, height: 20, channels: 3, background: '#123456' },
  })
    .png()
    .toBuffer()
  const before = await kept()
  const id = await uploaded(image, 'small.png', 'image/png')
  const fileId = await draw(id)
  await makePreview(fileId, workerCommand)
  expect(await listed('small.png')).toEqual({ width: 30, height: 20 })
  expect(await kept()).toBe(before + 2)
  const removed = await as(admin, (actor) => removeDocument(actor, id, 'delete'))
  expect('fileKeys' in removed && removed.fileKeys).toHaveLength(2)
  await makePreview(fileId, workerCommand)
  expect(await previewOf(id)).toBeNull()
})

test('of a document that is deleted while its picture is made no picture is left', async () => {
  const image = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const id = await uploaded(image, 'gone.png', 'image/png')
  await uploaded(image, 'stays.png', 'image/png')
  const before = await kept()
  const fileId = await as(admin, (actor) => fileWithoutPreview(actor, id))
  let isRead = false
  await makePreview(fileId ?? '', async (work) => {
    if (isRead) await as(admin, (actor) => removeDocument(actor, id, 'delete'))
    isRead = true
    return workerCommand(work)
  })
  expect(await previewOf(id)).toBeNull()
  expect(await kept()).toBe(before)
})
