import { randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  type Person,
} from '../../../../tests/people.ts'
import { requestBy } from '../../../../tests/requests.ts'
import { thrownBy } from '../../../../tests/visits.ts'
import { unzipped } from '../../../../tests/zip.ts'
import { documentsWithoutFile } from '../../../domain/documents/my-files.server.ts'
import { uploadDocument } from '../../../domain/documents/upload-document.server.ts'
import { config } from '../../../platform/config.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import { usd } from '../../../values/money.ts'
import { loader as oneFile } from '../file/route.ts'
import { loader } from './route.ts'

const admin = await anAdmin()
type Who = Parameters<typeof requestBy>[0]

async function aDocument(
  to: { investorId: string } | { projectId: string },
  title: string,
  text = title,
) {
  const stored = await files.put(Readable.from([Buffer.from(text)]))
  const isPersonal = 'investorId' in to
  const form = {
    key: randomUUID(),
    title,
    description: null,
    documentType: 'legal' as const,
    sharedTax: false,
    audience: isPersonal ? ('investor' as const) : ('project' as const),
    projectId: isPersonal ? null : to.projectId,
    investorId: isPersonal ? to.investorId : null,
  }
  const answer = await as(admin, (actor) =>
    uploadDocument(actor, form, {
      ...stored,
      originalName: 'scan.pdf',
      mediaType: 'application/pdf',
    }),
  )
  if ('refused' in answer) throw new Error(answer.refused)
  return { id: answer.documentId, key: stored.key }
}

async function aHolder(name = 'Jama Warsame'): Promise<{ person: Person; projectId: string }> {
  const [person, projectId] = [await anInvestor(name), await aProject('Corner Plaza')]
  const investmentId = await anInvestment(person.investorId, projectId, usd('1,000'))
  await change("update app.investment set status = 'active' where id = $1", [investmentId])
  return { person, projectId }
}

const ask = (by: Who, query = '', init: RequestInit = {}) =>
  loader(
    requestBy(by, `/investment-dashboard/documents/all${query}`, init) as Parameters<
      typeof loader
    >[0],
  )

async function logged(act: string, id: string) {
  const { rows } = await asSuperuser((client) =>
    client.query(
      'select actor, actor_id, after from app.audit_log where act = $1 and subject_id = $2',
      [act, id],
    ),
  )
  return rows
}

test('OWN-005 all documents come as one ZIP with its whole size, each in its project’s folder and logged', async () => {
  const { person, projectId } = await aHolder()
  const documents = [
    await aDocument({ projectId }, 'Title deed', 'deed'),
    await aDocument({ projectId }, 'Title deed', 'another deed'),
    await aDocument({ investorId: person.investorId }, '../../etc/pass\\wd: 2026?', 'mine'),
  ]
  await aDocument({ investorId: (await anInvestor()).investorId }, 'Somebody else’s')
  const answer = await ask(person)
  expect(answer.headers.get('Content-Type')).toBe('application/zip')
  expect(answer.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="documents-\d{4}-\d\d-\d\d\.zip"/,
  )
  expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('Content-Length')).toBe(String(bytes.byteLength))
  expect(unzipped(bytes)).toEqual({
    'Addressed to you/-..-etc-pass_wd_ 2026_.pdf': 'mine',
    'Corner Plaza/Title deed.pdf': 'another deed',
    'Corner Plaza/Title deed (2).pdf': 'deed',
  })
  for (const { id } of documents) {
    expect(await logged('download', id)).toEqual([
      { actor: 'investor', actor_id: person.userId, after: { file: 1 } },
    ])
  }
})

test('OWN-005 in view mode the archive is that of the investor looked at, and logged as the administrator’s', async () => {
  const { person, projectId } = await aHolder()
  const { id } = await aDocument({ projectId }, 'Title deed')
  const answer = await ask(admin, `?investorId=${person.investorId}`)
  expect(Object.keys(unzipped(Buffer.from(await answer.arrayBuffer())))).toEqual([
    'Corner Plaza/Title deed.pdf',
  ])
  expect(await logged('download', id)).toEqual([
    { actor: 'admin', actor_id: admin.userId, after: { file: 1, investorId: person.investorId } },
  ])
})

test('OWN-006 a file that is gone is named in a note, the rest comes, and the office is told until it is back', async () => {
  const { person, projectId } = await aHolder()
  const gone = await aDocument({ projectId }, 'Sale agreement')
  await aDocument({ projectId }, 'Title deed')
  await rm(join(config.dataDir, 'files', gone.key))
  const found = unzipped(Buffer.from(await (await ask(person)).arrayBuffer()))
  expect(Object.keys(found)).toEqual(['Missing documents.txt', 'Corner Plaza/Title deed.pdf'])
  expect(found['Missing documents.txt']).toMatch(
    /^1 document could not be found .* is not in this archive\.[\s\S]*- Sale agreement \(Corner Plaza\)/,
  )
  expect(await logged('download', gone.id)).toEqual([])
  expect(await logged('file-missing', gone.id)).toHaveLength(1)
  const missing = async () =>
    (await as(admin, documentsWithoutFile)).filter(({ id }) => id === gone.id)
  expect(await missing()).toEqual([{ id: gone.id, title: 'Sale agreement' }])

  const single = await oneFile({
    ...requestBy(person, `/investment-dashboard/documents/${gone.id}/file`),
    params: { id: gone.id },
  } as Parameters<typeof oneFile>[0])
  expect(single.status).toBe(404)
  expect(await single.text()).toContain('This file is missing from our storage.')
  expect(await logged('file-missing', gone.id)).toHaveLength(2)
  expect(await logged('download', gone.id)).toEqual([])

  await files.put(Readable.from([Buffer.from('Sale agreement')]), gone.key)
  expect(await missing()).toEqual([])
})

test('OWN-005 who has no document finds no archive, a stranger neither; a HEAD logs and sends nothing', async () => {
  expect(await thrownBy(ask(await anInvestor()))).toMatchObject({ status: 404 })
  expect(await thrownBy(ask(null))).toMatchObject({ status: 404 })
  const { person, projectId } = await aHolder()
  const { id } = await aDocument({ projectId }, 'Title deed')
  const head = await ask(person, '', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(await logged('download', id)).toEqual([])
})

/** Open file descriptors below the store, where the system reports them. */
const opened = () => {
  if (!existsSync('/proc/self/fd')) return 0
  const within = join(config.dataDir, 'files')
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(within) ? [fd] : []
    } catch {
      return []
    }
  }).length
}

test('OWN-007 500 documents are sent one open file at a time, and a connection cut in the middle leaves none open', async () => {
  const { person, projectId } = await aHolder()
  const { key } = await aDocument({ projectId }, 'First', 'x'.repeat(1_000_000))
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      `with kept as (
           insert into app.stored_file (storage_key, original_name, media_type, byte_size, sha256)
           select substr(md5(n::text), 1, 2) || '/' || md5(n::text) || lpad(n::text, 8, '0'), 'a.pdf', 'application/pdf',
             1000000, repeat('a', 64)
           from generate_series(1, 499) n returning id, storage_key)
         insert into app.document (title, document_type, project_id, file_id)
         select 'Paper ' || storage_key, 'legal', $1, id from kept`,
      [projectId],
    )
    const { rows } = await client.query<{ storage_key: string }>(
      "select storage_key from app.stored_file where sha256 = repeat('a', 64)",
    )
    for (const { storage_key } of rows) {
      const path = join(config.dataDir, 'files', storage_key)
      mkdirSync(dirname(path), { recursive: true })
      linkSync(join(config.dataDir, 'files', key), path)
    }
  })
  // Earlier requests may still be closing.
  await expect.poll(opened, { timeout: 5_000 }).toBe(0)
  const answer = await ask(person)
  expect(Number(answer.headers.get('Content-Length'))).toBeGreaterThan(500 * 1_000_000)
  const reader = answer.body?.getReader()
  for (let chunk = 0; chunk < 40; chunk += 1) {
    await reader?.read()
    expect(opened()).toBeLessThanOrEqual(2)
  }
  await reader?.cancel()
  await expect.poll(opened, { timeout: 5_000 }).toBe(0)
})
