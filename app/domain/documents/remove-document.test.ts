import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aMilestone, aVoidedMilestone } from '../../../tests/payment-plans.ts'
import { aDocument, anAdmin, anInvestor, aProject, as, asPerson } from '../../../tests/people.ts'
import { audit } from '../../platform/events.server.ts'
import { listDownloads } from '../audit/document-downloads.server.ts'
import { findDocument } from './document-in-full.server.ts'
import { listMyDocuments } from './documents.server.ts'
import { listDocuments } from './managed-documents.server.ts'
import { removeDocument, restoreDocument } from './remove-document.server.ts'

const admin = await anAdmin()
const remove = (id: string, how: 'archive' | 'delete') =>
  as(admin, (actor) => removeDocument(actor, id, how))
const titles = (type: 'archived' | null, q: string) =>
  as(admin, async (actor) => {
    const { documents, counts } = await listDocuments(actor, { q, type, page: 1 })
    return { titles: documents.map(({ title }) => title), archived: counts.archived }
  })

async function aDocumentOf(title: string) {
  const investor = await anInvestor()
  const id = await aDocument({ title, investorId: investor.investorId })
  const read = () =>
    asPerson(investor, (actor) => audit(actor, 'download', 'document', id, { file: 1 }))
  const mine = () =>
    asPerson(
      investor,
      async (reader) => (await listMyDocuments(reader, { q: '', type: null, page: 1 })).total,
    )
  return { id, investor, read, mine }
}

test('MDO-023 (W-28) a document that no investor has downloaded is deleted with its file', async () => {
  const { id, mine } = await aDocumentOf('Wrong person')
  await as(admin, (actor) => audit(actor, 'download', 'document', id, { file: 1 }))
  const { rows } = await asSuperuser((client) =>
    client.query(
      'select file_id, storage_key from app.document d join app.stored_file f on f.id = file_id where d.id = $1',
      [id],
    ),
  )
  expect(await remove(id, 'archive')).toEqual({ refused: 'has-none-now' })
  expect(await remove(id, 'delete')).toEqual({
    removed: 'deleted',
    fileKeys: [rows[0]?.storage_key],
  })
  const left = await asSuperuser((client) =>
    client.query('select from app.stored_file where id = $1', [rows[0]?.file_id]),
  )
  expect([
    left.rowCount,
    await mine(),
    await as(admin, (actor) => findDocument(actor, id)),
  ]).toEqual([0, 0, null])
  expect(await remove(id, 'delete')).toEqual({ refused: 'not-found' })
})

test('MDO-023 (W-28) one that an investor has downloaded is archived, out of everyone’s list, and comes back', async () => {
  const { id, read, mine } = await aDocumentOf('Certificate of zinc')
  await read()
  expect(await remove(id, 'delete')).toEqual({ refused: 'has-history-now' })
  expect(await remove(id, 'archive')).toEqual({ removed: 'archived', fileKeys: [] })
  expect(await titles(null, 'zinc')).toEqual({ titles: [], archived: 1 })
  expect(await titles('archived', 'zinc')).toEqual({ titles: ['Certificate of zinc'], archived: 1 })
  expect(await mine()).toBe(0)
  expect(await remove(id, 'archive')).toEqual({ refused: 'archived' })
  const restore = () => as(admin, (actor) => restoreDocument(actor, id))
  expect([await restore(), await restore()]).toEqual([
    { documentId: id },
    { refused: 'not-archived' },
  ])
  expect([await mine(), await titles(null, 'zinc')]).toEqual([
    1,
    { titles: ['Certificate of zinc'], archived: 0 },
  ])
})

test('the database itself deletes nothing that an investor has downloaded', async () => {
  const { id, read } = await aDocumentOf('Kept by the wall')
  const straight = () =>
    as(admin, ({ tx }) => tx.deleteFrom('document').where('id', '=', id).executeTakeFirst())
  await read()
  expect(await straight()).toEqual({ numDeletedRows: 0n })
  const unread = await aDocument({ title: 'Nobody’s' })
  const gone = as(admin, ({ tx }) =>
    tx.deleteFrom('document').where('id', '=', unread).executeTakeFirst(),
  )
  expect(await gone).toEqual({ numDeletedRows: 1n })
})

test('who downloaded which file of a document and when is told from the audit log, the latest first', async () => {
  const { id, investor, read } = await aDocumentOf('Watched')
  await read()
  await as(admin, (actor) =>
    audit(actor, 'download', 'document', id, { file: 2, investorId: investor.investorId }),
  )
  await asPerson(investor, (actor) => audit(actor, 'download', 'document', id))
  const other = await aDocument({ title: 'Another' })
  await as(admin, (actor) => audit(actor, 'download', 'document', other, { file: 1 }))
  const downloads = await as(admin, (actor) => listDownloads(actor, id, 1))
  expect(downloads).toMatchObject({
    total: 3,
    downloads: [
      { name: investor.name, by: 'investor', fileNumber: null },
      { name: admin.name, by: 'administrator', fileNumber: 2, viewed: investor.name },
      { name: investor.name, by: 'investor', fileNumber: 1, viewed: null, at: expect.any(Date) },
    ],
  })
})

test('PLAN-018 the proof of a milestone is archived, also once that is voided', async () => {
  const projectId = await aProject()
  const milestone = await aMilestone(projectId)
  const id = await aDocument({ title: 'Certificate of the roof', projectId })
  const reach = () =>
    change(
      `insert into app.milestone_reached (milestone_id, reached_on, certifier_name, certifier_profession,
         certifier_licence, document_id) values ($1, '2026-03-01', 'Amina Yusuf', 'Architect', 'A-1', $2)`,
      [milestone, id],
    )
  await reach()
  await aVoidedMilestone(milestone)
  expect(await remove(id, 'delete')).toEqual({ refused: 'has-history-now' })
  expect(await remove(id, 'archive')).toEqual({ removed: 'archived', fileKeys: [] })
  await expect(reach()).rejects.toThrow('an active document of its project')
})
