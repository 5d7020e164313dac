import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../../tests/database.ts'
import { lastDocument, storedCounts } from '../../../../tests/documents.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../tests/people.ts'
import { requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { thrownBy } from '../../../../tests/visits.ts'
import { config } from '../../../platform/config.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import type { ActionReply } from '../../../platform/http/form-action.server.ts'
import { loader as myFile } from '../../../portal/documents/file/route.ts'
import { usd } from '../../../values/money.ts'
import { loader as officeFile } from '../file/route.ts'
import { action, ErrorBoundary } from './route.tsx'
import { action as upload } from './upload/route.ts'

type ActionArgs = Parameters<typeof action>[0]
type FileArgs = Parameters<typeof officeFile>[0]
type MyFileArgs = Parameters<typeof myFile>[0]

const admin = await anAdmin()

const aPdf = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer<<>>\n%%EOF\n'

function formOf(fields: Record<string, string>, file: File | null) {
  const form = new FormData()
  const whole = {
    key: randomUUID(),
    title: 'Lease',
    documentType: 'legal',
    audience: 'project',
    projectId: '',
    ...fields,
  }
  for (const [name, value] of Object.entries<string>(whole)) form.append(name, value)
  form.append('file', file ?? new File([], ''))
  return form
}

type Asker = Parameters<typeof requestBy>[0]

function argsOf(body: BodyInit, headers: Record<string, string> = {}, by: Asker = admin) {
  const init = { method: 'POST', body, headers, duplex: 'half' as const }
  return requestBy(by, '/admin-dashboard/documents/new', init) as unknown as ActionArgs
}

async function send(fields: Record<string, string>, file: File | null, by: Asker = admin) {
  const answer = await action(argsOf(formOf(fields, file), {}, by))
  if (answer instanceof Response) {
    const { status, headers } = answer
    const toast = decodeURIComponent(headers.getSetCookie().join())
    return { status, location: headers.get('location'), toast, reply: undefined }
  }
  return { status: answer.init?.status, location: null, ...answer.data }
}

const errorToast = (title: string, text: string) => ({ kind: 'error', title, text })
const pdf = (bytes: BlobPart = aPdf, name = 'lease.pdf') => new File([bytes], name)

async function download(
  id: string,
  by: Asker,
  load: 'office' | 'portal',
  headers: Record<string, string> = {},
) {
  const base = load === 'office' ? '/admin-dashboard' : '/investment-dashboard'
  const args = { ...requestBy(by, `${base}/documents/${id}/file`, { headers }), params: { id } }
  return load === 'office'
    ? officeFile(args as unknown as FileArgs)
    : myFile(args as unknown as MyFileArgs)
}

test('MDO-018 a document is stored with its bytes, and the way leads back to the list with a toast', async () => {
  const before = await storedCounts()
  const answer = await send({ title: 'Progress report' }, pdf())
  expect(answer).toMatchObject({ status: 303, location: '/admin-dashboard/documents' })
  expect(answer.toast).toContain('"title":"Document uploaded"')
  expect(await storedCounts()).toEqual(before.map((count) => count + 1))
  const response = await download(await lastDocument(), admin, 'office')
  expect(await response.text()).toBe(aPdf)
})

test('MDO-012 without a file nothing is stored, a toast says so, the message stands next to the field, and what was typed comes back', async () => {
  const before = await storedCounts()
  const typed = { title: 'Typed title', description: 'Typed words' }
  const { status, reply, toast } = await send(typed, null)
  expect(status).toBe(422)
  expect(reply).toMatchObject({
    message: 'Upload failed',
    errors: { file: 'Please select a file to upload.' },
    values: typed,
  })
  expect(toast).toEqual(errorToast('Upload failed', 'Please select a file to upload.'))
  expect(await storedCounts()).toEqual(before)
})

test('MDO-011 title, type and file are all asked for together', async () => {
  const { reply } = await send({ title: '  ', documentType: 'poem' }, null)
  expect(Object.keys(reply?.errors ?? {}).sort()).toEqual(['documentType', 'file', 'title'])
})

test.each([
  ['an empty file', pdf('', 'empty.pdf'), 'empty'],
  ['a renamed program', pdf(`MZ${'\0'.repeat(300)}`, 'report.pdf'), 'cannot be uploaded'],
  ['a program under its own name', pdf(aPdf, 'report.exe'), 'not what its name says'],
])('%s is refused with words, and leaves nothing', async (_, file, words) => {
  const before = await storedCounts()
  const { status, reply } = await send({}, file)
  expect(status).toBe(422)
  expect(reply?.errors.file).toContain(words)
  expect(await storedCounts()).toEqual(before)
})

test('a picture of more pixels than anyone could open is refused, and leaves nothing', async () => {
  const before = await storedCounts()
  const blank = { width: 8001, height: 5000, channels: 3 as const, background: '#fff' }
  const bomb = await sharp({ create: blank }).png().toBuffer()
  expect(bomb.length).toBeLessThan(200_000)
  const { status, reply } = await send({}, pdf(new Uint8Array(bomb), 'plan.png'))
  expect([status, reply?.errors.file]).toEqual([
    422,
    expect.stringContaining('more than 40 megapixels'),
  ])
  expect(await storedCounts()).toEqual(before)
})

test('a file over the limit, a setting of the installation, is refused and leaves nothing', async () => {
  const setLimit = (bytes: number) =>
    asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query('update app.installation set upload_limit_bytes = $1', [bytes])
    })
  await setLimit(2_097_152)
  const before = await storedCounts()
  const { status, reply } = await send({}, pdf(new Uint8Array(2_097_153).fill(65), 'big.txt'))
  expect([status, reply?.errors.file]).toEqual([
    422,
    'This file is larger than 2 MB. Choose a smaller one.',
  ])
  expect(await storedCounts()).toEqual(before)
  await setLimit(26_214_400)
})

test('a refused audience takes the file away again', async () => {
  const before = await storedCounts()
  const projectId = await aProject()
  const tax = await send({ documentType: 'tax', projectId }, pdf())
  expect(tax.reply?.errors).toHaveProperty('audience')
  const unknown = await send({ audience: 'investor', investorId: randomUUID() }, pdf())
  expect(unknown.reply?.errors).toEqual({
    investorId: 'This investor is no longer available. Choose another.',
  })
  expect(await storedCounts()).toEqual(before)
})

test('W-32 an investor who is chosen next to another audience is asked about: no one else gets what may be theirs', async () => {
  const before = await storedCounts()
  const [projectId, { investorId }] = [await aProject(), await anInvestor()]
  for (const facts of [{ projectId }, {}, { projectId, documentType: 'tax', sharedTax: 'on' }]) {
    const { status, reply } = await send({ ...facts, audience: 'project', investorId }, pdf())
    expect([status, Object.keys(reply?.errors ?? {})]).toEqual([422, ['audience']])
    expect(reply?.values).toMatchObject({ audience: 'project', investorId })
  }
  expect(await storedCounts()).toEqual(before)
})

test('a form sent twice stores one document and one file', async () => {
  const before = await storedCounts()
  const key = randomUUID()
  const answers = await Promise.all([send({ key }, pdf()), send({ key }, pdf())])
  expect(answers.map(({ status }) => status)).toEqual([303, 303])
  expect(await storedCounts()).toEqual(before.map((count) => count + 1))
})

test('a connection lost in the middle leaves neither row nor file', async () => {
  const before = await storedCounts()
  const whole = new Request('http://127.0.0.1', {
    method: 'POST',
    body: formOf({}, pdf(aPdf.repeat(5000))),
  })
  const headers = { 'content-type': whole.headers.get('content-type') ?? '' }
  const bytes = new Uint8Array(await whole.arrayBuffer())
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.subarray(0, bytes.length / 2)),
    pull: (controller) => controller.error(new Error('connection lost')),
  })
  await expect(action(argsOf(broken, headers))).rejects.toThrow('connection lost')
  expect(await storedCounts()).toEqual(before)
})

test('MDO-019 a fault of the database keeps what was typed, says so in a toast, and leaves no file', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = await storedCounts()
  const block = (statement: string) => asSuperuser((client) => client.query(statement))
  await block('alter table app.document add constraint broken check (title <> $$Broken$$)')
  const { status, reply, toast } = await send({ title: 'Broken' }, pdf())
  await block('alter table app.document drop constraint broken')
  expect(status).toBe(500)
  expect(reply).toMatchObject({
    message: 'Error uploading document. Please try again later. Reference test',
    values: { title: 'Broken' },
  })
  expect(toast).toEqual(errorToast('Error uploading document', 'Please try again later.'))
  expect(await storedCounts()).toEqual(before)
})

test('MDO-410 a file that cannot be stored is a fault, and its page says that nothing was uploaded', async () => {
  const store = join(config.dataDir, 'files')
  const before = await readdir(store)
  await rename(store, `${store}-away`)
  await writeFile(store, 'a file where the folder should be')
  await expect(send({ title: 'Unstored' }, pdf())).rejects.toMatchObject({ code: 'ENOTDIR' })
  await rm(store)
  await rename(`${store}-away`, store)
  expect(await readdir(store)).toEqual(before)
  const words = wordsOf(htmlOf(ErrorBoundary, '/admin-dashboard/documents/new'))
  expect(words).toContain('Error uploading document Please try again later.')
})

test('guests and investors upload nothing: no byte is read', async () => {
  const before = await storedCounts()
  const investor = await anInvestor()
  expect((await thrownBy(send({}, pdf(), investor))).status).toBe(404)
  expect((await thrownBy(send({}, pdf(), null))).location).toMatch(/^\/login/)
  expect(await storedCounts()).toEqual(before)
})

test('the dialog’s own address answers with the reply as JSON, or with the way to go on', async () => {
  const refused = await upload(argsOf(formOf({}, null)) as unknown as Parameters<typeof upload>[0])
  expect(refused.status).toBe(422)
  expect(((await refused.json()) as ActionReply).reply.errors.file).toBe(
    'Please select a file to upload.',
  )
  const stored = await upload(argsOf(formOf({}, pdf())) as unknown as Parameters<typeof upload>[0])
  expect([stored.status, stored.headers.get('location')]).toEqual([
    204,
    '/admin-dashboard/documents',
  ])
  expect(stored.headers.getSetCookie()[0]).toMatch(/^toast=/)
})

test('INV-039 MDO-016 an investor downloads the same bytes; a stranger, a guest and an unknown id find nothing', async () => {
  const projectId = await aProject()
  const [investor, stranger] = [await anInvestor(), await anInvestor()]
  const investmentId = await anInvestment(investor.investorId, projectId, usd('1,000'))
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query("update app.investment set status = 'active' where id = $1", [investmentId])
  })
  await send({ projectId, title: 'Deed' }, pdf(aPdf, 'Läse deed.pdf'))
  const id = await lastDocument()
  const whole = await download(id, investor, 'portal')
  expect(await whole.text()).toBe(aPdf)
  expect(whole.headers.get('content-disposition')).toContain(
    "filename*=UTF-8''L%C3%A4se%20deed.pdf",
  )
  const part = await download(id, investor, 'portal', { range: 'bytes=1-3' })
  expect([part.status, await part.text()]).toEqual([206, 'PDF'])
  for (const [documentId, by] of [
    [id, stranger],
    [id, null],
    [id, admin],
    [randomUUID(), investor],
    ['no-id', investor],
  ] as const) {
    expect((await thrownBy(download(documentId, by, 'portal'))).status).toBe(404)
  }
  expect((await thrownBy(download(id, investor, 'office'))).status).toBe(404)
  const log = await asSuperuser((client) =>
    client.query(
      "select actor, actor_id from app.audit_log where act = 'download' and subject_id = $1",
      [id],
    ),
  )
  expect(log.rows).toEqual([{ actor: 'investor', actor_id: investor.userId }])
})

test('a document whose bytes are missing is a clear message', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await send({ title: 'Lost' }, pdf())
  const id = await lastDocument()
  const key = await asSuperuser(async (client) => {
    const { rows } = await client.query<{ storage_key: string }>(
      'select storage_key from app.stored_file f join app.document d on d.file_id = f.id where d.id = $1',
      [id],
    )
    return rows[0]?.storage_key ?? ''
  })
  await files.remove(key)
  const response = await download(id, admin, 'office')
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('is missing from our storage'),
  ])
})
