import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import {
  aDocument,
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  type Person,
} from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { listMyNotifications } from '../notifications/my-notifications.server.ts'
import { earlierFilesOf, findDocument } from './document-in-full.server.ts'
import type { EditDocumentInput } from './document-schema.ts'
import { findEarlierFile, findFile, listMyDocuments } from './documents.server.ts'
import { editDocument } from './edit-document.server.ts'
import { removeDocument } from './remove-document.server.ts'
import { uploadDocument } from './upload-document.server.ts'

const admin = await anAdmin()
let projectId: string
let investor: Person
let id: string

beforeEach(async () => {
  projectId = await aProject('Corner Plaza')
  investor = await anInvestor('Hodan Abdi')
  const investmentId = await anInvestment(investor.investorId, projectId, usd('1,000'))
  await change("update app.investment set status = 'active' where id = $1", [investmentId])
  id = await aDocument({ title: 'Lease', about: 'Draft', projectId, at: '2026-10-01T10:00:00Z' })
})

const aFile = (originalName = 'second.pdf') => ({
  key: `ab/${randomUUID()}`,
  originalName,
  mediaType: 'application/pdf',
  byteSize: 5678n,
  sha256: 'b'.repeat(64),
})

const facts = (wish: Partial<EditDocumentInput>): EditDocumentInput => ({
  ...{ key: randomUUID(), version: 1, title: 'Lease', description: 'Draft', documentType: 'legal' },
  ...{ projectId, audience: 'project', investorId: null, sharedTax: false, told: false },
  ...wish,
})
const edit = (wish: Partial<EditDocumentInput>, file: ReturnType<typeof aFile> | null = null) =>
  as(admin, (actor) => editDocument(actor, id, facts(wish), file))
const stored = () => as(admin, (actor) => findDocument(actor, id))
const mine = (person: Person) =>
  asPerson(person, async (reader) => {
    const { documents } = await listMyDocuments(reader, { q: '', type: null, page: 1 })
    return documents.map(({ title }) => title)
  })
const messages = (person: Person) =>
  asPerson(person, async (reader) => (await listMyNotifications(reader, { page: 1 })).notifications)

test('DATA-011 a document is its title, description, type, project, status, file, picture and time of upload', async () => {
  await change(
    `insert into app.file_preview (file_id, storage_key, byte_size, sha256, width, height)
     select file_id, 'drawn-' || id, 3, repeat('0', 64), 640, 800 from app.document where id = $1`,
    [id],
  )
  expect(await stored()).toEqual({
    ...{
      id,
      title: 'Lease',
      description: 'Draft',
      documentType: 'legal',
      isArchived: false,
      isRead: false,
    },
    ...{ isProof: false, isUnreadable: false },
    ...{
      project: { id: projectId, name: 'Corner Plaza' },
      investor: null,
      audience: 'project',
      version: 1,
    },
    file: {
      ...{
        number: 1,
        originalName: 'paper.pdf',
        mediaType: 'application/pdf',
        byteSize: 4_200_000,
      },
      ...{ uploadedBy: null, uploadedAt: new Date('2026-10-01T10:00:00Z') },
    },
    preview: { width: 640, height: 800 },
  })
  const bare = await aDocument({ title: 'Bare' })
  const { description, project, preview } =
    (await as(admin, (actor) => findDocument(actor, bare))) ?? {}
  expect([description, project, preview]).toEqual([null, null, null])
})

test('MDO-020 everything that is said of a document can be changed, without another file', async () => {
  const other = await anInvestor('Abdi Noor')
  const facts = { title: 'Lease, signed', description: null, documentType: 'tax' as const }
  expect(
    await edit({ ...facts, projectId: null, audience: 'investor', investorId: other.investorId }),
  ).toEqual({
    documentId: id,
    fileKey: null,
  })
  expect(await stored()).toMatchObject({
    ...facts,
    ...{
      project: null,
      investor: { name: 'Abdi Noor' },
      audience: 'investor',
      version: 2,
      file: { number: 1 },
    },
  })
  expect([await mine(investor), await mine(other)]).toEqual([[], ['Lease, signed']])
})

test('MDO-020 a new file takes the place of the present one, which is kept for administrators only', async () => {
  const file = aFile()
  expect(await edit({}, file)).toEqual({ documentId: id, fileKey: file.key })
  expect(await stored()).toMatchObject({
    file: { number: 2, originalName: 'second.pdf', uploadedBy: admin.name },
  })
  expect(await as(admin, (actor) => earlierFilesOf(actor, id))).toEqual([
    {
      ...{
        number: 1,
        originalName: 'paper.pdf',
        mediaType: 'application/pdf',
        byteSize: 4_200_000,
      },
      ...{ uploadedBy: null, uploadedAt: new Date('2026-10-01T10:00:00Z') },
    },
  ])
  expect(await asPerson(investor, (reader) => findFile(reader, id))).toMatchObject({
    name: 'second.pdf',
    number: 2,
  })
  expect(await as(admin, (actor) => findEarlierFile(actor, id, 1))).toMatchObject({
    name: 'paper.pdf',
    number: 1,
  })
  for (const none of [0, 2, 3, Number.NaN]) {
    expect(await as(admin, (actor) => findEarlierFile(actor, id, none))).toBeNull()
  }
  const seen = await asPerson(investor, ({ tx }) =>
    tx.selectFrom('stored_file').select('original_name').execute(),
  )
  expect(seen).toEqual([{ original_name: 'second.pdf' }])
})

test('the database lets no file be lost by an update, and no earlier one be changed', async () => {
  await edit({}, aFile())
  const other = await aDocument({ title: 'Another' })
  const lose = `update app.document set file_id = (select file_id from app.document where id = '${other}'),
    file_number = file_number + 1 where id = '${id}'`
  for (const [statement, why] of [
    [lose, 'kept as an earlier one'],
    [`update app.document set file_number = 1 where id = '${id}'`, 'kept as an earlier one'],
    [`delete from app.earlier_file where document_id = '${id}'`, 'append-only'],
    [`delete from app.document where id = '${id}'`, 'earlier_file'],
  ] as const) {
    await expect(asSuperuser((client) => client.query(statement))).rejects.toThrow(why)
  }
})

test('who began before someone else saved is told what is stored now, and changes nothing', async () => {
  await edit({ title: 'Lease of the ground floor' })
  expect(await edit({ title: 'Mine' }, aFile())).toMatchObject({
    refused: 'version-conflict',
    now: { title: 'Lease of the ground floor', version: 2 },
  })
  expect(await stored()).toMatchObject({ title: 'Lease of the ground floor', file: { number: 1 } })
})

test('of two administrators who save at the same time one is told, and a form sent twice is done once', async () => {
  const both = await Promise.all([
    edit({ title: 'One' }, aFile()),
    edit({ title: 'Other' }, aFile()),
  ])
  expect(both.filter((answer) => 'refused' in answer)).toMatchObject([
    { refused: 'version-conflict' },
  ])
  const [key, file] = [randomUUID(), aFile('third.pdf')]
  const again = { key, version: 2, title: 'Once' }
  expect(await edit(again, file)).toEqual(await edit(again, { ...file, key: 'cd/other' }))
  expect(await edit({ ...again, title: 'Twice' }, file)).toEqual({ refused: 'key-reused' })
  expect(await stored()).toMatchObject({ title: 'Once', version: 3, file: { number: 3 } })
})

test('an archived document is restored first, and refused files and audiences change nothing', async () => {
  const bomb = { ...aFile('plan.png'), mediaType: 'image/png', pixels: 40_000_001 }
  expect(await edit({}, bomb)).toEqual({ refused: 'file', because: 'pixels' })
  expect(await edit({ documentType: 'tax' })).toEqual({ refused: 'tax-needs-a-person' })
  expect(await edit({ audience: 'investor' })).toEqual({ refused: 'investor-missing' })
  expect(await edit({ projectId: randomUUID() })).toEqual({ refused: 'project-unknown' })
  await edit({}, aFile())
  await as(admin, (actor) => removeDocument(actor, id, 'archive'))
  expect(await edit({ version: 3 })).toEqual({ refused: 'archived' })
  const nowhere = as(admin, (actor) => editDocument(actor, randomUUID(), facts({}), null))
  expect(await nowhere).toEqual({ refused: 'not-found' })
})

test('a project or person archived since may stay, and cannot be chosen again', async () => {
  const elsewhere = await aProject('Elsewhere')
  await change('update app.project set archived_at = now() where id = any($1)', [
    [projectId, elsewhere],
  ])
  expect(await edit({ title: 'Still here' })).toHaveProperty('documentId')
  expect(await edit({ version: 2, projectId: elsewhere })).toEqual({ refused: 'project-unknown' })
})

test('those who may see it are told only when the form says so', async () => {
  await edit({ title: 'Quietly' })
  expect(await messages(investor)).toEqual([])
  await edit({ version: 2, title: 'Lease', told: true }, aFile())
  expect(await messages(investor)).toMatchObject([
    {
      title: 'Document updated',
      message: 'Lease was updated and is ready to download.',
      notificationType: 'document',
    },
  ])
})

const titlesOf = async (person: Person) => (await messages(person)).map(({ title }) => title)

/** A document added as the office does it, so that it is announced. */
async function anAnnounced(
  to: Pick<EditDocumentInput, 'audience' | 'investorId'> & { projectId: string | null },
) {
  const { key: _, version: __, told: ___, ...said } = facts(to)
  const added = await as(admin, (actor) =>
    uploadDocument(actor, { ...said, key: randomUUID() }, aFile()),
  )
  if ('refused' in added) throw new Error(added.refused)
  const readdress = (wish: Partial<EditDocumentInput>) =>
    as(admin, (actor) => editDocument(actor, added.documentId, facts({ ...to, ...wish }), null))
  return { id: added.documentId, readdress }
}

test('MDO-330 a document that went to the wrong investor takes its notification along when it is corrected', async () => {
  const [right, wrong] = [await anInvestor('Right Person'), await anInvestor('Wrong Person')]
  const { readdress } = await anAnnounced({
    projectId,
    audience: 'investor',
    investorId: wrong.investorId,
  })
  expect(await titlesOf(wrong)).toEqual(['New document'])
  expect(await readdress({ investorId: right.investorId, told: true })).toHaveProperty('documentId')
  expect(await titlesOf(wrong)).toEqual([])
  expect(await titlesOf(right)).toEqual(['Document updated'])
  const { rows } = await change(
    `select from app.audit_log where subject = 'notification' and act = 'delete' and actor_id = $1`,
    [admin.userId],
  )
  expect(rows).toHaveLength(1)
})

test('MDO-330 from a project to one of its investors only that one keeps the notification', async () => {
  const other = await anInvestor('Other Holder')
  const held = await anInvestment(other.investorId, projectId, usd('1,000'))
  await change("update app.investment set status = 'active' where id = $1", [held])
  const { id: announced, readdress } = await anAnnounced({
    projectId,
    audience: 'project',
    investorId: null,
  })
  expect([await titlesOf(investor), await titlesOf(other)]).toEqual([
    ['New document'],
    ['New document'],
  ])
  await readdress({ audience: 'investor', investorId: investor.investorId })
  expect([await titlesOf(investor), await titlesOf(other)]).toEqual([['New document'], []])
  const { rows } = await change(
    'select audience, project_id, investor_id from app.notification where document_id = $1',
    [announced],
  )
  expect(rows).toEqual([
    { audience: 'investor', project_id: null, investor_id: investor.investorId },
  ])
})

test('MDO-330 a change of words keeps the notification; for administrators only, or deleted, it goes', async () => {
  const toProject = { projectId, audience: 'project' as const, investorId: null }
  const { readdress } = await anAnnounced(toProject)
  await readdress({ title: 'Lease, signed' })
  expect(await titlesOf(investor)).toEqual(['New document'])
  await readdress({ version: 2, projectId: null })
  expect(await titlesOf(investor)).toEqual([])
  const again = await anAnnounced(toProject)
  expect(await titlesOf(investor)).toEqual(['New document'])
  expect(await as(admin, (actor) => removeDocument(actor, again.id, 'delete'))).toHaveProperty(
    'removed',
  )
  expect(await titlesOf(investor)).toEqual([])
})
