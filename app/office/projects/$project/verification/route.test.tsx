import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anAdmin, aProject, day } from '../../../../../tests/people.ts'
import { formOf, requestBy, toastOf } from '../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../tests/screens.tsx'
import { anItem } from '../../../../../tests/verification.ts'
import { setClock } from '../../../../platform/clock.server.ts'
import { config } from '../../../../platform/config.server.ts'
import Edit, { action as edit, loader as editLoader } from './edit/route.tsx'
import { loader as download } from './file/route.ts'
import { action as add } from './new/route.tsx'
import { action as remove } from './remove/route.tsx'
import Verification, { loader } from './route.tsx'

const admin = await anAdmin()
beforeEach(() => setClock(() => new Date('2026-03-10T12:00:00+03:00')))
afterEach(() => setClock())

type Params = { projectId: string; itemId?: string }
type Fields = Record<string, string | File>

function argsOf(params: Params, fields: Fields | null, query = '') {
  const path = `/admin-dashboard/projects/${params.projectId}/verification${query}`
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(admin, path, sent), params } as never
}

const load = (projectId: string, query = '') => loader(argsOf({ projectId }, null, query))
const screenOf = async (projectId: string, query = '') =>
  wordsOf(
    htmlOf(
      Verification,
      `/admin-dashboard/projects/${projectId}/verification`,
      await load(projectId, query),
    ),
  )

async function storedFiles() {
  const found = await readdir(join(config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).length
}

const typed = {
  kind: 'nema',
  title: '',
  reference: 'EIA/1234',
  issuer: 'NEMA',
  audience: 'public',
  issuedOn: '2025-03-01',
  expiresOn: '2026-03-20',
  howToCheck: 'Ask <b>NEMA</b> for the number.',
}
const aPdf = (name = 'licence.pdf') => new File([`%PDF-1.4 ${randomUUID()}`], name)
const send = (projectId: string, fields: Fields = {}) =>
  add(argsOf({ projectId }, { key: randomUUID(), ...typed, ...fields }))

test('VERIF-001 the page adds, edits and removes items, each with its toast; texts are shown as text', async () => {
  const projectId = await aProject()
  expect(await screenOf(projectId)).toContain('No verification items yet')
  expect(toastOf(await send(projectId, { file: aPdf() }))).toContain('Verification item added')
  const [entry] = (await load(projectId)).entries
  expect(entry).toMatchObject({ kind: 'nema', file: { name: 'licence.pdf' } })
  const words = await screenOf(projectId)
  expect(words).toMatch(/NEMA licence Everyone Expires soon/)
  expect(words).toContain('Ask &lt;b&gt;NEMA&lt;/b&gt; for the number.')
  expect(words).toMatch(/licence\.pdf.*PDF.*0 downloads by visitors/)
  const whose = { projectId, itemId: entry?.id ?? '' }
  const version = String(entry?.version)
  const changed = { ...typed, version, audience: 'internal', expiresOn: '2026-03-09' }
  expect(toastOf(await edit(argsOf(whose, { ...changed, file: aPdf('new.pdf') })))).toContain(
    'Verification item changed',
  )
  const after = await screenOf(projectId)
  expect(after).toMatch(/Office only Expired/)
  expect(after).toContain('new.pdf')
  const [now] = (await load(projectId)).entries
  expect(toastOf(await remove(argsOf(whose, { version: String(now?.version) })))).toContain(
    'Verification item removed',
  )
  expect(await screenOf(projectId)).toContain('No verification items yet')
})

test('VERIF-004 (issue 33) bad days, a missing title and wrong files are refused at their fields; what was typed is kept, and no file stays', async () => {
  const projectId = await aProject()
  const before = await storedFiles()
  const refused = async (fields: Fields) =>
    (await send(projectId, { file: aPdf(), ...fields })) as unknown as {
      data: { reply: { errors: Record<string, string>; values: Record<string, string> } }
      init: { status: number }
    }
  const days = await refused({ issuedOn: '2026-03-01', expiresOn: '2026-02-28' })
  expect(days.data.reply.errors).toEqual({
    expiresOn: 'This is before the day of issue. Correct one of the two.',
  })
  expect(days.data.reply.values).toMatchObject({
    ...typed,
    issuedOn: '2026-03-01',
    expiresOn: '2026-02-28',
  })
  expect(days.init.status).toBe(422)
  expect((await refused({ kind: 'other' })).data.reply.errors).toEqual({
    title: 'Enter a title that says what this document is.',
  })
  expect((await refused({ issuedOn: '2026-03-11' })).data.reply.errors.issuedOn).toMatch(
    /future. Choose 10 Mar 2026/,
  )
  expect((await refused({ kind: '', audience: 'world' })).data.reply.errors).toEqual({
    kind: 'Choose what it is.',
    audience: 'Choose who can see it.',
  })
  expect((await refused({ expiresOn: '31.2.2026' })).data.reply.errors.expiresOn).toBeDefined()
  const page = new File(['<!doctype html><script>alert(1)</script>'], 'deed.html')
  expect((await refused({ file: page })).data.reply.errors.file).toMatch(/cannot be uploaded/)
  const disguised = new File([`%PDF-1.4 ${randomUUID()}`], 'deed.exe')
  expect((await refused({ file: disguised })).data.reply.errors.file).toMatch(/not what its name/)
  expect((await load(projectId)).entries).toEqual([])
  expect(await storedFiles()).toBe(before)
})

test('VERIF-001 of two edits the second sees the first and keeps what was typed', async () => {
  const projectId = await aProject()
  const itemId = await anItem(admin, projectId)
  const whose = { projectId, itemId }
  const loaded = await editLoader(argsOf(whose, null))
  const html = htmlOf(Edit, '/', loaded, { path: '/', params: whose } as never)
  expect(html).toContain('value="Nairobi/Block 82/1204"')
  const opened = { kind0: 'title-deed', title0: '', reference0: 'Nairobi/Block 82/1204' }
  const answer = await edit(
    argsOf(whose, { ...typed, ...opened, kind: 'title-deed', version: '1', reference: 'Block 83' }),
  )
  expect(answer).toMatchObject({
    data: {
      reply: {
        message: expect.stringMatching(/changed while you were editing/),
        values: { reference: 'Block 83' },
      },
    },
    init: { status: 422 },
  })
})

test('VERIF-003 the office downloads every file, of the item’s own project only', async () => {
  const projectId = await aProject()
  const itemId = await anItem(admin, projectId, {
    audience: 'internal',
    expiresOn: day('2026-03-01'),
  })
  const answer = await download(argsOf({ projectId, itemId }, null))
  expect(answer.headers.get('Content-Disposition')).toContain('attachment; filename="deed.pdf"')
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  const elsewhere = { projectId: await aProject(), itemId }
  await expect(download(argsOf(elsewhere, null))).rejects.toMatchObject({ status: 404 })
  expect(await screenOf(projectId, `?missing=${itemId}`)).toContain('is missing from our storage')
})
