import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { aDocument, anAdmin, anInvestor, asPerson } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { audit } from '../../../platform/events.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { action as restore } from '../restore/route.ts'
import RemoveDocument, { action, loader } from './route.tsx'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]
const pathOf = (id: string) => `/admin-dashboard/documents/${id}/removal`

function argsOf(id: string, by: Who, fields?: Record<string, string>) {
  const sent = fields ? { method: 'POST', body: formOf(fields) } : {}
  return { ...requestBy(by, `${pathOf(id)}?q=lease`, sent), params: { id } } as never
}

const load = (id: string, by: Who = admin) => loader(argsOf(id, by))
const send = (id: string, as: string, by: Who = admin) => action(argsOf(id, by, { as }))
const wordsAbout = async (id: string) => wordsOf(htmlOf(RemoveDocument, pathOf(id), await load(id)))

function toastOf(answer: unknown) {
  if (!(answer instanceof Response)) throw new Error('no redirect')
  expect(answer.headers.get('Location')).toBe('/admin-dashboard/documents?q=lease')
  return decodeURIComponent(answer.headers.get('Set-Cookie') ?? '')
}

async function downloaded() {
  const investor = await anInvestor('Hodan Abdi')
  const id = await aDocument({ title: 'Certificate', investorId: investor.investorId })
  await asPerson(investor, (actor) => audit(actor, 'download', 'document', id))
  return id
}

test('MDO-023 the dialog says that it will be deleted, and for whom it goes, and does it with its bytes', async () => {
  const { investorId } = await anInvestor('Abdi Noor')
  const bytes = await files.put(Readable.from([Buffer.from('Words')]))
  const { rows } = await change(
    `with kept as (insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
       values ($1, 'words.txt', 'text/plain', $2, $3) returning id)
     insert into app.document (title, document_type, investor_id, file_id)
     select 'Wrong person', 'legal', $4, kept.id from kept returning id`,
    [bytes.key, bytes.byteSize, bytes.sha256, investorId],
  )
  const id = rows[0]?.id ?? ''
  const words = await wordsAbout(id)
  expect(words).toContain('Delete Document Wrong person')
  expect(words).toContain('cannot be undone')
  expect(words).toContain('Abdi Noor no longer sees it')
  expect(toastOf(await send(id, 'delete'))).toContain('"title":"Document deleted"')
  await expect(load(id)).rejects.toMatchObject({ init: { status: 404 } })
  expect(await files.size(bytes.key)).toBeNull()
})

test('MDO-023 (W-28) what an investor has downloaded it says will be archived, and restores it', async () => {
  const id = await downloaded()
  const words = await wordsAbout(id)
  expect(words).toContain('Archive Document')
  expect(words).toContain('An investor has downloaded it')
  expect(words).not.toContain('Delete Document')
  expect(await send(id, 'delete')).toMatchObject({
    data: { reply: { message: expect.stringContaining('It can only be archived now') } },
    init: { status: 422 },
  })
  expect(await send(id, 'nonsense')).toMatchObject({ init: { status: 422 } })
  expect(toastOf(await send(id, 'archive'))).toContain('"title":"Document archived"')
  expect(await wordsAbout(id)).toContain('This document is already archived.')
  expect(toastOf(await restore(argsOf(id, admin, {})))).toContain('"title":"Document restored"')
  expect(await wordsAbout(id)).toContain('An investor has downloaded it')
})

test('MDO-024 a fault says so in a toast and changes nothing', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const id = await aDocument({ title: 'Stays' })
  await asSuperuser((client) => client.query('revoke delete on app.document from msingi_admin'))
  const refused = await send(id, 'delete')
  await asSuperuser((client) => client.query('grant delete on app.document to msingi_admin'))
  expect(refused).toMatchObject({
    data: {
      reply: { message: 'Error deleting document. Please try again later. Reference test' },
      toast: { title: 'Error deleting document', text: 'Please try again later.', kind: 'error' },
    },
    init: { status: 500 },
  })
  expect(await load(id)).toMatchObject({ removal: 'delete' })
})

test('it is an administrator’s to do, and an unknown document is not there', async () => {
  const id = await aDocument({ title: 'Theirs' })
  const investor = await anInvestor()
  await expect(load(id, investor)).rejects.toMatchObject({ status: 302 })
  await expect(send(id, 'delete', investor)).rejects.toMatchObject({ init: { status: 404 } })
  await expect(restore(argsOf(id, investor, {}))).rejects.toMatchObject({ init: { status: 404 } })
  for (const unknown of [randomUUID(), 'nothing']) {
    await expect(load(unknown)).rejects.toMatchObject({ init: { status: 404 } })
    await expect(send(unknown, 'delete')).rejects.toMatchObject({ init: { status: 404 } })
    await expect(restore(argsOf(unknown, admin, {}))).rejects.toMatchObject({
      init: { status: 404 },
    })
  }
  expect(await load(id)).toMatchObject({ removal: 'delete' })
})
