import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { aFile, upload, uploaded } from '../../../tests/documents.ts'
import { anInvestorOf, setStatus } from '../../../tests/investments.ts'
import { anAdmin, anInvestor, aProject, as, asPerson, type Person } from '../../../tests/people.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { fanOutNotification } from '../notifications/deliver-notification.server.ts'
import { listMyNotifications, unreadCount } from '../notifications/my-notifications.server.ts'
import { findFile, listMyDocuments } from './documents.server.ts'
import { listDocuments } from './managed-documents.server.ts'
import { isFileStored } from './stored-file.server.ts'

const admin = await anAdmin()

const everything = { q: '', type: null, page: 1 }

const titlesOf = (person: Person, q = '') =>
  asPerson(person, async (reader) =>
    (await listMyDocuments(reader, { ...everything, q })).documents.map((d) => d.title),
  )

const fileOf = (person: Person, id: string) => asPerson(person, (reader) => findFile(reader, id))

describe('who sees a document', () => {
  test('INV-041 papers of a project are for those with an active or completed investment in it', async () => {
    const [projectId, otherProject] = [await aProject(), await aProject()]
    const documentId = await uploaded(admin, { title: 'Title deed', projectId })
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
    const [kept, archived] = [
      await uploaded(admin, { projectId }),
      await uploaded(admin, { projectId }),
    ]
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
    const [first, other] = [await anInvestorOf(projectId), await anInvestorOf(projectId)]
    const ids = [
      await uploaded(admin, { title: 'Board minutes' }),
      await uploaded(admin, { title: 'For one', projectId, investor: first }),
    ]
    expect(await titlesOf(first)).toEqual(['For one'])
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
      const id = await uploaded(admin, {
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
    expect(await upload(admin, { documentType: 'tax', projectId })).toEqual({
      refused: 'tax-needs-a-person',
    })
    expect(await upload(admin, { documentType: 'tax', projectId, sharedTax: true })).toHaveProperty(
      'documentId',
    )
    expect(await upload(admin, { documentType: 'tax', projectId, investor })).toHaveProperty(
      'documentId',
    )
  })

  test('an unknown project or investor, an empty file, a renamed program and an unknown format store nothing', async () => {
    const before = await countOf('stored_file')
    const nobody = { ...(await anInvestor()), investorId: randomUUID() }
    expect(await upload(admin, { projectId: randomUUID() })).toEqual({ refused: 'project-unknown' })
    expect(await upload(admin, { investor: nobody })).toEqual({ refused: 'investor-unknown' })
    expect(await upload(admin, { audience: 'investor' })).toEqual({ refused: 'investor-missing' })
    const files = [
      [aFile('a.pdf', 'application/pdf', 0n), 'empty'],
      [aFile('a.pdf', 'application/x-msdownload'), 'format'],
      [aFile('a.pdf', null), 'format'],
      [aFile('a.exe', 'application/pdf'), 'name'],
      [aFile('run.bat', 'text/plain'), 'format'],
    ] as const
    for (const [file, because] of files)
      expect(await upload(admin, { file })).toEqual({ refused: 'file', because })
    expect(await countOf('stored_file')).toBe(before)
  })

  test('the same form sent twice makes one document and names the file to keep', async () => {
    const [key, first, second] = [randomUUID(), aFile(), aFile()]
    const answers = [
      await upload(admin, { key, file: first }),
      await upload(admin, { key, file: second }),
    ]
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ fileKey: first.key })
    expect(await as(admin, (actor) => isFileStored(actor, first.key))).toBe(true)
    expect(await as(admin, (actor) => isFileStored(actor, second.key))).toBe(false)
    expect(await upload(admin, { key, title: 'Another' })).toEqual({ refused: 'key-reused' })
  })

  test('its audience, and no one else, is told in the same transaction', async () => {
    const projectId = await aProject()
    const [first, other, outside] = [
      await anInvestorOf(projectId),
      await anInvestorOf(projectId),
      await anInvestor(),
    ]
    await uploaded(admin, { title: 'Progress report', projectId })
    await uploaded(admin, {
      title: 'Tax certificate',
      documentType: 'tax',
      projectId,
      investor: first,
    })
    await uploaded(admin, { title: 'Board minutes' })
    const noticesOf = (person: Person) =>
      asPerson(person, (reader) => listMyNotifications(reader, { page: 1 }))
    expect((await noticesOf(first)).notifications).toMatchObject([
      {
        title: 'New document',
        message: 'Tax certificate is ready to download.',
        notificationType: 'document',
      },
      { title: 'New document', message: 'Progress report is ready to download.', isRead: false },
    ])
    expect((await noticesOf(other)).total).toBe(1)
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
  await uploaded(admin, { projectId, title: 'For the crowd' })
  const look = async (query: string, ...values: string[]) =>
    (await asSuperuser((client) => client.query(query, values))).rows
  const copies = `select n.id, (select count(*)::int from app.notification_recipient r where r.notification_id = n.id)
    as copies from app.notification n where n.project_id = $1`
  const [{ id }] = await look(copies, projectId)
  expect(await look(copies, projectId)).toEqual([{ id, copies: 0 }])
  const jobs = await look("select data from pgboss.job where name = 'fan-out-notification'")
  expect(jobs).toMatchObject([{ data: { notificationId: id } }])
  await fanOutNotification({ notificationId: id }, workerCommand)
  expect(await look(copies, projectId)).toEqual([{ id, copies: people }])
})

async function countOf(table: string): Promise<number> {
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ count: string }>(`select count(*) from app.${table}`)
    return Number(rows[0]?.count)
  })
}
