import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { aDocument, anAdmin, anInvestor, aProject, as } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { findDocument } from '../../../domain/documents/document-in-full.server.ts'
import { config } from '../../../platform/config.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { loader as earlierFile } from '../$document/earlier-file/route.ts'
import { loader as presentFile } from '../file/route.ts'
import type { DocumentReply } from '../parts/refuse-document.ts'
import EditDocument, { action, ErrorBoundary, loader } from './route.tsx'
import { action as upload } from './upload/route.ts'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]
let projectId: string
let id: string

beforeEach(async () => {
  projectId = await aProject('Corner Plaza')
  id = await aDocument({ title: 'Lease', about: 'Draft', projectId })
})

const pathOf = (of: string, where = 'edit') => `/admin-dashboard/documents/${of}/${where}`
const argsOf = (path: string, of: string, by: Who, init: RequestInit = {}) =>
  ({ ...requestBy(by, path, init), params: { id: of } }) as never
const load = (of = id, by: Who = admin) => loader(argsOf(pathOf(of), of, by))

type Fields = Record<string, string | File>
async function sent(fields: Fields, of = id, by: Who = admin, path = `${pathOf(of)}?q=lease`) {
  const { opened, version, stored, key } = await load(id)
  const form = {
    opened,
    version: String(version),
    ...stored,
    key,
    file: new File([], ''),
    ...fields,
  }
  return argsOf(path, of, by, { method: 'POST', body: formOf(form) })
}

async function send(fields: Fields) {
  const answer = await action(await sent(fields))
  if (answer instanceof Response) {
    const toast = decodeURIComponent(answer.headers.getSetCookie()[0] ?? '')
    return { status: answer.status, location: answer.headers.get('Location'), toast, reply: null }
  }
  return {
    status: answer.init?.status,
    location: null,
    toast: '',
    reply: answer.data as DocumentReply,
  }
}

const stored = () => as(admin, (actor) => findDocument(actor, id))
const pdf = (name = 'signed.pdf') => new File(['%PDF-1.7\ntrailer<<>>\n%%EOF\n'], name)
async function kept() {
  const names = await readdir(join(config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return names.filter((name) => name.isFile()).length
}

test('MDO-020 MDO-021 a saved edit leads back to the list as it was searched, with a toast', async () => {
  const html = htmlOf(EditDocument, pathOf(id), await load())
  expect(wordsOf(html)).toContain('Edit Document')
  expect(html).toMatch(/name="title"[^>]*value="Lease"/)
  expect(html).toMatch(/<option value="[^"]+" selected="">Corner Plaza<\/option>/)
  const { status, location, toast } = await send({ title: 'Lease, signed' })
  expect([status, location]).toEqual([303, '/admin-dashboard/documents?q=lease'])
  expect(toast).toContain('"title":"Document updated"')
  expect(await stored()).toMatchObject({
    title: 'Lease, signed',
    file: { number: 1 },
    project: { id: projectId },
  })
})

test('MDO-020 a new file comes along; both are downloaded, and the log says which was', async () => {
  id = randomUUID()
  const bytes = await files.put(Readable.from([Buffer.from('The first file')]))
  await change(
    `with kept as (insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ($1, 'first.txt', 'text/plain', $2, $3) returning id)
     insert into app.document (title, document_type, file_id, id) select 'Two files', 'legal', kept.id, $4 from kept`,
    [bytes.key, bytes.byteSize, bytes.sha256, id],
  )
  expect(await send({ file: pdf() })).toMatchObject({ status: 303 })
  const fetched = async (load: (args: never) => Promise<Response>, number: string) => {
    const args = { ...requestBy(admin, pathOf(id, 'file')), params: { id, number } }
    return (await load(args as never)).text()
  }
  expect(await fetched(earlierFile, '1')).toBe('The first file')
  expect(await fetched(presentFile, '2')).toContain('%PDF-1.7')
  await expect(fetched(earlierFile, '2')).rejects.toMatchObject({ status: 404 })
  await expect(fetched(earlierFile, '1e0')).rejects.toMatchObject({ status: 404 })
  const { rows } = await asSuperuser((client) =>
    client.query(
      "select after from app.audit_log where act = 'download' and subject_id = $1 order by id",
      [id],
    ),
  )
  expect(rows).toEqual([{ after: { file: 1 } }, { after: { file: 2 } }])
})

test('script is answered with the reply, or with the way back to the page it was opened on', async () => {
  const refused = await upload(await sent({ title: '' }))
  expect([refused.status, ((await refused.json()) as DocumentReply).reply.errors]).toEqual([
    422,
    { title: 'Title is required' },
  ])
  const done = await upload(await sent({}, id, admin, pathOf(id, 'about/edit/upload')))
  expect([done.status, done.headers.get('Location')]).toEqual([
    204,
    `/admin-dashboard/documents/${id}`,
  ])
})

test('what is wrong stands next to its field, what was typed comes back, and no file is kept', async () => {
  const before = await kept()
  const program = new File([`MZ${'\0'.repeat(300)}`], 'signed.pdf')
  const { status, reply } = await send({ title: ' ', description: 'Typed', file: program })
  expect(status).toBe(422)
  expect(reply).toMatchObject({
    reply: {
      errors: { title: 'Title is required', file: expect.stringContaining('cannot be uploaded') },
      values: { description: 'Typed' },
    },
    toast: { title: 'Upload failed', kind: 'error' },
  })
  expect((await send({ documentType: 'tax', file: pdf() })).reply?.reply.errors).toHaveProperty(
    'audience',
  )
  expect([await kept(), (await stored())?.version]).toEqual([before, 1])
})

test('what another administrator stored in the meantime is shown, taken over where this one changed nothing, and saved then', async () => {
  const { opened, version, stored: fields, key } = await load()
  const other = await aProject('Twin Towers')
  await send({ title: 'Lease of the ground floor', projectId: other, description: 'Final' })
  const mine = {
    opened,
    version: String(version),
    ...fields,
    key,
    description: 'Mine',
    title: 'Lease',
  }
  const late = await send({ ...mine, file: pdf() })
  expect(late.status).toBe(422)
  expect(late.reply?.reply.message).toContain('changed while you were editing')
  expect(late.reply?.changes).toEqual([
    { name: 'title', before: 'Lease', now: 'Lease of the ground floor', kept: false },
    { name: 'description', before: 'Draft', now: 'Final', kept: true },
    { name: 'projectId', before: 'Corner Plaza', now: 'Twin Towers', kept: false },
  ])
  const html = htmlOf(EditDocument, pathOf(id), await load(), late.reply)
  expect(wordsOf(html)).toContain('What changed')
  expect(await send({ ...late.reply?.reply.values, file: pdf() })).toMatchObject({ status: 303 })
  expect(await stored()).toMatchObject({
    ...{
      title: 'Lease of the ground floor',
      description: 'Mine',
      project: { name: 'Twin Towers' },
      file: { number: 2 },
    },
  })
})

test('a file that another administrator put in its place is the one the form speaks of, also after another refusal', async () => {
  const begun = await load()
  const { opened, version, stored: fields, key } = begun
  await send({ file: pdf('theirs.pdf') })
  const mine = { opened, version: String(version), ...fields, key, fileName: 'paper.pdf' }
  const late = await send(mine)
  expect(late.reply?.changes).toEqual([
    { name: 'file', before: 'paper.pdf, version 1', now: 'theirs.pdf, version 2', kept: false },
  ])
  // Keeps the values the form was opened with across revalidation.
  const shown = (reply: DocumentReply | null) =>
    /Current file: (\S+) ?\. A new file/.exec(
      wordsOf(htmlOf(EditDocument, pathOf(id), begun, reply ?? undefined)),
    )?.[1]
  expect(shown(late.reply)).toBe('theirs.pdf')
  expect(shown((await send({ ...late.reply?.reply.values, title: '' })).reply)).toBe('theirs.pdf')

  const withFile = await send({ ...mine, file: pdf('mine.pdf') })
  expect(withFile.reply?.changes).toMatchObject([{ name: 'file', kept: true }])
  expect(shown(withFile.reply)).toBe('theirs.pdf')
})

test('MDO-022 a fault says so in a toast with its reference, keeps what was typed, and leaves no file', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = await kept()
  const block = (statement: string) => asSuperuser((client) => client.query(statement))
  await block('alter table app.document add constraint broken check (title <> $$Broken$$)')
  const { status, reply } = await send({ title: 'Broken', file: pdf() })
  await block('alter table app.document drop constraint broken')
  expect(status).toBe(500)
  expect(reply).toMatchObject({
    reply: {
      message: 'Error updating document. Please try again later. Reference test',
      values: { title: 'Broken' },
    },
    toast: { title: 'Error updating document', text: 'Please try again later.', kind: 'error' },
  })
  expect(await kept()).toBe(before)
})

test('MDO-025 a form whose document could not be read says so in its place', () => {
  const html = htmlOf(ErrorBoundary, pathOf(id))
  expect(wordsOf(html)).toContain('Error fetching data Please try again later.')
  expect(html).not.toContain('<form')
})

test('an archived document shows no form, and editing is an administrator’s to do', async () => {
  await change("update app.document set status = 'archived' where id = $1", [id])
  const html = htmlOf(EditDocument, pathOf(id), await load())
  expect(wordsOf(html)).toContain('This document is archived. Restore it first.')
  expect(html).not.toContain('<form')
  const investor = await anInvestor()
  await expect(load(id, investor)).rejects.toMatchObject({ status: 302 })
  await expect(action(await sent({}, id, investor))).rejects.toMatchObject({
    init: { status: 404 },
  })
  for (const unknown of [randomUUID(), 'nothing']) {
    await expect(load(unknown)).rejects.toMatchObject({ init: { status: 404 } })
    await expect(action(await sent({}, unknown))).rejects.toMatchObject({ init: { status: 404 } })
  }
})
