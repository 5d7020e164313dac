import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  type Person,
} from '../../../tests/people.ts'
import { asWorker } from '../../platform/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { fanOutNotification } from '../notifications/deliver-notification.server.ts'
import { listMyNotifications, unreadCount } from '../notifications/my-notifications.server.ts'
import type { DocumentType } from './document.ts'
import { findFile, listMyDocuments } from './documents.server.ts'
import { isFileKept } from './keep-file.server.ts'
import { listDocuments } from './managed-documents.server.ts'
import { uploadDocument } from './upload-document.server.ts'

const admin = await anAdmin()

const aFile = (
  originalName = 'paper.pdf',
  mediaType: string | null = 'application/pdf',
  byteSize = 1234n,
) => ({
  key: `ab/${randomUUID()}`,
  originalName,
  mediaType,
  byteSize,
  sha256: 'a'.repeat(64),
})

type Wish = {
  title?: string
  description?: string | null
  documentType?: DocumentType
  projectId?: string | null
  investor?: Person
  audience?: 'investor'
  sharedTax?: boolean
  key?: string
  file?: ReturnType<typeof aFile>
}

function upload({ investor, file = aFile(), ...wish }: Wish) {
  const form = {
    key: randomUUID(),
    title: 'Lease',
    description: null,
    documentType: 'legal' as const,
    projectId: null,
    sharedTax: false,
    audience: investor ? ('investor' as const) : ('project' as const),
    investorId: investor?.investorId ?? null,
    ...wish,
  }
  return as(admin, (actor) => uploadDocument(actor, form, file))
}

async function uploaded(wish: Wish): Promise<string> {
  const answer = await upload(wish)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.documentId
}

async function anInvestorOf(
  projectId: string,
  status: 'pending' | 'active' | 'completed' | 'cancelled' = 'active',
) {
  const investor = await anInvestor()
  const investmentId = await anInvestment(investor.investorId, projectId, usd('1,000'))
  await setStatus(investmentId, status)
  return { ...investor, investmentId }
}

function setStatus(investmentId: string, status: string) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const received = status === 'completed' ? 'amount_cents' : '0'
    await client.query(
      `update app.investment set status = $2, received_cents = ${received},
        cancelled_on = case when $2 = 'cancelled' then date '2026-03-01' end where id = $1`,
      [investmentId, status],
    )
  })
}

const everything = { q: '', type: null, page: 1 }
const titlesOf = (person: Person, q = '') =>
  asPerson(person, async (reader) =>
    (await listMyDocuments(reader, { ...everything, q })).documents.map((d) => d.title),
  )
const fileOf = (person: Person, id: string) => asPerson(person, (reader) => findFile(reader, id))

describe('who sees a document', () => {
  test('INV-041 papers of a project are for those with an active or completed investment in it', async () => {
    const [projectId, otherProject] = [await aProject(), await aProject()]
    const documentId = await uploaded({ title: 'Title deed', projectId })
    for (const status of ['active', 'completed'] as const) {
      const investor = await anInvestorOf(projectId, status)
      expect(await titlesOf(investor)).toEqual(['Title deed'])
      expect(await fileOf(investor, documentId)).toMatchObject({
        name: 'paper.pdf',
        byteSize: 1234,
      })
    }
    for (const stranger of [
      await anInvestorOf(projectId, 'pending'),
      await anInvestorOf(projectId, 'cancelled'),
      await anInvestorOf(otherProject),
      await anInvestor(),
    ]) {
      expect(await titlesOf(stranger)).toEqual([])
      expect(await fileOf(stranger, documentId)).toBeNull()
    }
  })

  test('access ends when the investment is cancelled, and when the document is archived', async () => {
    const projectId = await aProject()
    const investor = await anInvestorOf(projectId)
    const [kept, archived] = [await uploaded({ projectId }), await uploaded({ projectId })]
    await asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query("update app.document set status = 'archived' where id = $1", [archived])
    })
    expect(await fileOf(investor, kept)).not.toBeNull()
    expect(await fileOf(investor, archived)).toBeNull()
    await setStatus(investor.investmentId, 'cancelled')
    expect(await fileOf(investor, kept)).toBeNull()
    expect(await titlesOf(investor)).toEqual([])
  })

  test('MDO-014 a paper without project and person is for administrators only; one of a person is only theirs', async () => {
    const projectId = await aProject()
    const [one, other] = [await anInvestorOf(projectId), await anInvestorOf(projectId)]
    const ids = [
      await uploaded({ title: 'Board minutes' }),
      await uploaded({ title: 'For one', projectId, investor: one }),
    ]
    expect(await titlesOf(one)).toEqual(['For one'])
    expect(await titlesOf(other)).toEqual([])
    for (const id of ids) {
      expect(await fileOf(other, id)).toBeNull()
      expect(await as(admin, (actor) => findFile(actor, id))).not.toBeNull()
    }
    const listed = await as(admin, (actor) =>
      listDocuments(actor, { ...everything, q: 'Board minutes' }),
    )
    expect(listed.documents[0]).toMatchObject({
      project: null,
      audience: 'administrators',
      investor: null,
    })
  })

  test('an unknown id, and what is no id at all, is nothing', async () => {
    expect(await as(admin, (actor) => findFile(actor, randomUUID()))).toBeNull()
    expect(await as(admin, (actor) => findFile(actor, "x' or true"))).toBeNull()
  })
})

describe('uploading', () => {
  test('MDO-007 MDO-015 a document of each type is stored with what was typed, active, and its file', async () => {
    const projectId = await aProject()
    for (const documentType of ['legal', 'financial', 'tax', 'report', 'project'] as const) {
      const id = await uploaded({
        title: 'Paper',
        description: 'About',
        documentType,
        projectId,
        sharedTax: true,
      })
      const row = await asSuperuser(async (client) => {
        const { rows } = await client.query(
          `select title, description, document_type, project_id, status, uploaded_by, sha256, original_name
           from app.document join app.stored_file f on f.id = file_id where document.id = $1`,
          [id],
        )
        return rows[0]
      })
      expect(row).toEqual({
        title: 'Paper',
        description: 'About',
        document_type: documentType,
        project_id: projectId,
        status: 'active',
        uploaded_by: admin.userId,
        sha256: 'a'.repeat(64),
        original_name: 'paper.pdf',
      })
    }
  })

  test('a tax paper of a project needs a person, unless the form says that it is for all', async () => {
    const projectId = await aProject()
    const investor = await anInvestor()
    expect(await upload({ documentType: 'tax', projectId })).toEqual({
      refused: 'tax-needs-a-person',
    })
    expect(await upload({ documentType: 'tax', projectId, sharedTax: true })).toHaveProperty(
      'documentId',
    )
    expect(await upload({ documentType: 'tax', projectId, investor })).toHaveProperty('documentId')
  })

  test('an unknown project or investor, an empty file, a renamed program and an unknown format store nothing', async () => {
    const before = await countOf('stored_file')
    const nobody = { ...(await anInvestor()), investorId: randomUUID() }
    expect(await upload({ projectId: randomUUID() })).toEqual({ refused: 'project-unknown' })
    expect(await upload({ investor: nobody })).toEqual({ refused: 'investor-unknown' })
    expect(await upload({ audience: 'investor' })).toEqual({ refused: 'investor-missing' })
    const files = [
      [aFile('a.pdf', 'application/pdf', 0n), 'empty'],
      [aFile('a.pdf', 'application/x-msdownload'), 'format'],
      [aFile('a.pdf', null), 'format'],
      [aFile('a.exe', 'application/pdf'), 'name'],
      [aFile('run.bat', 'text/plain'), 'format'],
    ] as const
    for (const [file, because] of files)
      expect(await upload({ file })).toEqual({ refused: 'file', because })
    expect(await countOf('stored_file')).toBe(before)
  })

  test('the same form sent twice makes one document and names the file to keep', async () => {
    const [key, first, second] = [randomUUID(), aFile(), aFile()]
    const answers = [await upload({ key, file: first }), await upload({ key, file: second })]
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ fileKey: first.key })
    expect(await as(admin, (actor) => isFileKept(actor, first.key))).toBe(true)
    expect(await as(admin, (actor) => isFileKept(actor, second.key))).toBe(false)
    expect(await upload({ key, title: 'Another' })).toEqual({ refused: 'key-reused' })
  })

  test('its audience, and nobody else, is told in the same transaction', async () => {
    const projectId = await aProject()
    const [one, other, outside] = [
      await anInvestorOf(projectId),
      await anInvestorOf(projectId),
      await anInvestor(),
    ]
    await uploaded({ title: 'Progress report', projectId })
    await uploaded({ title: 'Tax certificate', documentType: 'tax', projectId, investor: one })
    await uploaded({ title: 'Board minutes' })
    const told = (person: Person) =>
      asPerson(person, (reader) => listMyNotifications(reader, { page: 1 }))
    expect((await told(one)).notifications).toMatchObject([
      {
        title: 'New document',
        message: 'Tax certificate is ready to download.',
        notificationType: 'document',
      },
      { title: 'New document', message: 'Progress report is ready to download.', isRead: false },
    ])
    expect((await told(other)).total).toBe(1)
    expect(await asPerson(outside, unreadCount)).toBe(0)
  })
})

test('a paper for the many investors of a project is told to each of them once, by the worker', async () => {
  const people = 501
  const projectId = await aProject('Crowded House')
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      `with crowd as (insert into app.investor (email, full_name, joined_on)
         select 'crowd' || n || '@example.com', 'Crowd ' || n, '2026-01-01' from generate_series(1, $1) n returning id)
       insert into app.investment (investor_id, project_id, amount_cents, invested_on, status)
         select id, $2, 100000, '2026-02-01', 'active' from crowd`,
      [people, projectId],
    )
  })
  await uploaded({ projectId, title: 'For the crowd' })
  const look = async (query: string, ...values: string[]) =>
    (await asSuperuser((client) => client.query(query, values))).rows
  const copies = `select n.id, (select count(*)::int from app.notification_recipient r where r.notification_id = n.id)
    as copies from app.notification n where n.project_id = $1`
  const [{ id }] = await look(copies, projectId)
  expect(await look(copies, projectId)).toEqual([{ id, copies: 0 }])
  const jobs = await look("select data from pgboss.job where name = 'fan-out-notification'")
  expect(jobs).toMatchObject([{ data: { notificationId: id } }])
  await fanOutNotification({ notificationId: id }, asWorker)
  expect(await look(copies, projectId)).toEqual([{ id, copies: people }])
})

describe('the lists', () => {
  let projectId: string
  let investor: Person
  beforeAll(async () => {
    projectId = await aProject('Corner Plaza')
    investor = await anInvestorOf(projectId)
    for (let n = 1; n <= 13; n += 1) {
      await uploaded({
        title: `Ledger ${n}`,
        documentType: n % 2 ? 'financial' : 'report',
        projectId,
      })
    }
    await uploaded({ title: '100% plan', description: 'floor_plans of the zebra wing', projectId })
  })

  test('MDO-001 twelve a page, the latest upload first, counted by type', async () => {
    const first = await as(admin, (actor) => listDocuments(actor, { ...everything, q: 'ledger' }))
    expect(first).toMatchObject({
      total: 13,
      page: 1,
      pageSize: 12,
      counts: { financial: 7, report: 6, legal: 0 },
    })
    expect(first.documents.map(({ title }) => title).slice(0, 3)).toEqual([
      'Ledger 13',
      'Ledger 12',
      'Ledger 11',
    ])
    const past = await as(admin, (actor) =>
      listDocuments(actor, { q: 'ledger', type: null, page: 99 }),
    )
    expect(past).toMatchObject({ page: 2, documents: [{ title: 'Ledger 1' }] })
  })

  test('MDO-002 title and description are searched whatever their case, and a percent sign is only itself', async () => {
    const found = async (q: string) =>
      (await as(admin, (actor) => listDocuments(actor, { ...everything, q }))).documents.map(
        ({ title }) => title,
      )
    expect(await found('ZEBRA WING')).toEqual(['100% plan'])
    expect(await found('100%')).toEqual(['100% plan'])
    expect(await found('floor_p')).toEqual(['100% plan'])
    expect(await found('floor%p')).toEqual([])
  })

  test('one type is shown alone', async () => {
    const { documents, total } = await as(admin, (actor) =>
      listDocuments(actor, { q: 'ledger', type: 'report', page: 1 }),
    )
    expect(total).toBe(6)
    expect(new Set(documents.map(({ documentType }) => documentType))).toEqual(new Set(['report']))
  })

  test('INV-038 My Documents is searched by title, by what its type is called, and by project', async () => {
    expect(await titlesOf(investor, 'ledger 13')).toEqual(['Ledger 13'])
    expect(await titlesOf(investor, 'financial REPORT')).toHaveLength(7)
    expect(await titlesOf(investor, 'corner')).toHaveLength(14)
    expect(await titlesOf(investor, 'Document')).toEqual(['100% plan'])
    expect(await titlesOf(investor, 'zebra')).toEqual([])
  })
})

async function countOf(table: string): Promise<number> {
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ count: string }>(`select count(*) from app.${table}`)
    return Number(rows[0]?.count)
  })
}
