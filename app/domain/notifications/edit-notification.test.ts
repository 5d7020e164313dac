import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aNotification } from '../../../tests/notifications.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  as,
  asPerson,
  type Person,
} from '../../../tests/people.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { fanOutNotification } from './deliver-notification.server.ts'
import { deleteNotification, editNotification } from './edit-notification.server.ts'
import { listMyNotifications, markRead, unreadCount } from './my-notifications.server.ts'
import { composeNotification } from './notification-mail.server.tsx'
import { findNotification } from './notifications.server.ts'

const admin = await anAdmin()

async function aProjectOf(...people: Person[]) {
  const projectId = await aProject()
  for (const { investorId } of people) {
    const id = await anInvestment(investorId, projectId, usd('1,000'))
    await change("update app.investment set status = 'active' where id = $1", [id])
  }
  return projectId
}

const find = async (id: string) =>
  (await as(admin, (actor) => findNotification(actor, id))) ?? expect.unreachable('gone')

type Changes = Partial<Parameters<typeof editNotification>[2]>

/** Edits with everything as it is but for the changes. */
async function edit(id: string, changes: Changes = {}) {
  const { title, message, version, audience, project, investor } = await find(id)
  const recipients = project?.id ?? audience
  const now = {
    version,
    title,
    message,
    recipients,
    investorId: investor?.id ?? null,
    unreadAgain: false,
  }
  return as(admin, (actor) => editNotification(actor, id, { ...now, ...changes }))
}

const read = (person: Person, id: string) => asPerson(person, (reader) => markRead(reader, id))

const inbox = async (person: Person) =>
  (await asPerson(person, (reader) => listMyNotifications(reader, { page: 1 }))).notifications

const mailed = async (id: string) =>
  (await change<{ user_id: string }>('select user_id from app.outbox where subject_id = $1', [id]))
    .rows

describe('an edit', () => {
  test('MNO-017 (W-38) changes the words for everyone, is marked, keeps who has read it, and the log keeps the words before', async () => {
    const person = await anInvestor()
    const id = await aNotification(admin, 'investor', {
      title: 'Old words',
      investorId: person.investorId,
    })
    await read(person, id)
    expect(await edit(id, { title: 'New words', message: 'At eleven.' })).toEqual({
      notificationId: id,
    })
    expect(await inbox(person)).toMatchObject([
      { title: 'New words', message: 'At eleven.', isRead: true, isEdited: true },
    ])
    expect(await find(id)).toMatchObject({ isEdited: true, version: 2, isRead: true })
    const { rows } = await change<{ before: object }>(
      "select before from app.audit_log where subject_id = $1 and act = 'update'",
      [id],
    )
    expect(rows).toMatchObject([{ before: { title: 'Old words', message: 'At ten.' } }])
  })

  test('that changes nothing leaves no trace', async () => {
    const id = await aNotification(admin, 'investor', {
      investorId: (await anInvestor()).investorId,
    })
    await edit(id)
    expect(await find(id)).toMatchObject({ isEdited: false, version: 1 })
  })

  test('MNO-011 MNO-012 MNO-013 (W-36) with another audience adds and withdraws copies, and who remains keeps theirs', async () => {
    const [leaves, stays, joins] = [await anInvestor(), await anInvestor(), await anInvestor()]
    const first = await aProjectOf(leaves, stays)
    const second = await aProjectOf(stays, joins)
    const id = await aNotification(admin, first)
    await read(stays, id)
    await edit(id, { recipients: second })
    expect(await inbox(leaves)).toEqual([])
    expect(await inbox(stays)).toMatchObject([{ isRead: true, notificationType: 'project' }])
    expect(await inbox(joins)).toMatchObject([{ isRead: false }])
    await edit(id, { recipients: 'all' })
    expect(await inbox(leaves)).toMatchObject([{ isRead: false, notificationType: 'general' }])
    const { rows } = await change(
      'select audience, project_id, investor_id from app.notification where id = $1',
      [id],
    )
    expect(rows).toEqual([{ audience: 'all', project_id: null, investor_id: null }])
  })

  test('of the words alone keeps the type, and an audience whose project was archived since', async () => {
    const person = await anInvestor()
    const projectId = await aProjectOf(person)
    const id = await aNotification(admin, projectId)
    await change("update app.notification set notification_type = 'alert' where id = $1", [id])
    await change('update app.project set archived_at = now() where id = $1', [projectId])
    expect(await edit(id, { title: 'Again' })).toEqual({ notificationId: id })
    expect(await find(id)).toMatchObject({
      notificationType: 'alert',
      project: { id: projectId, isArchived: true },
    })
  })

  test('MNO-025 shows a message as unread again only when the administrator says so', async () => {
    const person = await anInvestor()
    const id = await aNotification(admin, 'investor', {
      title: 'Unread again',
      investorId: person.investorId,
    })
    await read(person, id)
    await edit(id, { title: 'Still read' })
    expect(await asPerson(person, unreadCount)).toBe(0)
    await edit(id, { unreadAgain: true })
    expect(await asPerson(person, unreadCount)).toBe(1)
    expect(await find(id)).toMatchObject({ isRead: false })
  })

  test('is refused to an empty audience, to no one, and to who began with an older version', async () => {
    const { investorId } = await anInvestor()
    const id = await aNotification(admin, 'investor', { investorId })
    expect(await edit(id, { recipients: await aProject() })).toEqual({ refused: 'nobody' })
    expect(await edit(id, { recipients: randomUUID() })).toEqual({ refused: 'recipients-unknown' })
    expect(await edit(id, { investorId: null })).toEqual({ refused: 'investor-missing' })
    expect(await edit(id, { investorId: randomUUID() })).toEqual({ refused: 'investor-unknown' })
    await edit(id, { title: 'Theirs' })
    expect(await edit(id, { title: 'Mine', version: 1 })).toMatchObject({
      refused: 'version-conflict',
      now: { title: 'Theirs', version: 2 },
    })
    expect(await find(id)).toMatchObject({ title: 'Theirs' })
  })

  test('to many is the worker’s, and a copy on its way to the former audience is no longer made', async () => {
    const person = await anInvestor()
    const projectId = await aProjectOf(person)
    const { rows } = await change(
      `insert into app.notification (title, message, notification_type, audience) values ('To all', 'x', 'general', 'all')
       returning id`,
    )
    const id = rows[0]?.id ?? ''
    const job = Promise.all([
      edit(id, { recipients: projectId }),
      fanOutNotification({ notificationId: id }, workerCommand),
    ])
    await job
    await fanOutNotification({ notificationId: id }, workerCommand)
    const copies = await change(
      'select investor_id as id from app.notification_recipient where notification_id = $1',
      [id],
    )
    expect(copies.rows).toEqual([{ id: person.investorId }])
  })
})

describe('a deletion', () => {
  test('MNO-019 takes the notification and every copy away, keeps its words in the log, and is refused to an older look', async () => {
    const person = await anInvestor()
    const id = await aNotification(admin, 'investor', {
      title: 'To be deleted',
      investorId: person.investorId,
    })
    await edit(id, { message: 'Other words' })
    const remove = (version: number) => as(admin, (actor) => deleteNotification(actor, id, version))
    expect(await remove(1)).toEqual({ refused: 'version-conflict' })
    expect(await remove(2)).toEqual({ deleted: true })
    expect(await inbox(person)).toEqual([])
    expect(await asPerson(person, unreadCount)).toBe(0)
    expect(await remove(2)).toEqual({ refused: 'not-found' })
    const { rows } = await change(
      "select before from app.audit_log where subject_id = $1 and act = 'delete'",
      [id],
    )
    expect(rows).toMatchObject([{ before: { title: 'To be deleted', message: 'Other words' } }])
  })
})

describe('by email as well', () => {
  test('MNO-028 a notification goes to the mailbox of everyone who has an open account, once, and to no one when not asked', async () => {
    const [open, closed] = [await anInvestor(), await anInvestor('Closed Person', 'inactive')]
    const { rows } = await change(
      `insert into app.investor (email, full_name, own_status, joined_on) values ($1, 'No Account', 'active', '2026-01-01')
       returning id`,
      [`${randomUUID()}@example.com`],
    )
    const alone = { investorId: rows[0]?.id ?? '' } as Person
    const projectId = await aProjectOf(open, closed, alone)
    expect(await mailed(await aNotification(admin, projectId, { byEmail: true }))).toEqual([
      { user_id: open.userId },
    ])
    expect(await mailed(await aNotification(admin, projectId))).toEqual([])
  })

  test('an edit emails no one, not even those who join the audience', async () => {
    const [first, second] = [await anInvestor(), await anInvestor()]
    const id = await aNotification(admin, 'investor', {
      investorId: first.investorId,
      byEmail: true,
    })
    await edit(id, { investorId: second.investorId, title: 'For somebody else' })
    expect(await mailed(id)).toEqual([{ user_id: first.userId }])
  })

  test('its mail has the words of now, and none is left to say once it was withdrawn or deleted', async () => {
    const [first, second] = [await anInvestor(), await anInvestor()]
    const id = await aNotification(admin, 'investor', {
      title: 'Water is off',
      investorId: first.investorId,
      byEmail: true,
    })
    const mail = { template: 'notification', userId: first.userId, subjectId: id } as const
    const compose = () => workerCommand((worker) => composeNotification(worker, mail))
    await edit(id, { title: 'Water is on' })
    expect(await compose()).toMatchObject({
      to: first.email,
      subject: expect.stringContaining('Water is on'),
    })
    await edit(id, { investorId: second.investorId })
    expect(await compose()).toBeNull()
  })

  test('to a crowd the worker queues one mail each, also when its job runs again', async () => {
    const people = await Promise.all(
      Array.from({ length: 3 }, (_, nth) => anInvestor(`Crowd ${nth}`)),
    )
    await change(
      `insert into app.investor (email, full_name, own_status, joined_on)
       select 'crowded' || n || '@example.com', 'Crowded ' || n, 'active', '2026-01-01' from generate_series(1, 600) n`,
    )
    const id = await aNotification(admin, 'active', { title: 'To a crowd', byEmail: true })
    expect(await mailed(id)).toEqual([])
    const { rows } = await change<{ job: object }>(
      `select data as job from pgboss.job where name = 'fan-out-notification' and data ->> 'notificationId' = $1`,
      [id],
    )
    expect(rows).toEqual([{ job: { notificationId: id, byEmail: true } }])
    for (const _ of ['once', 'again'])
      await fanOutNotification({ notificationId: id, byEmail: true }, workerCommand)
    const accounts = (await mailed(id)).map(({ user_id }) => user_id)
    expect(new Set(accounts).size).toBe(accounts.length)
    for (const { userId } of people) expect(accounts).toContain(userId)
    const waiting = await change(
      `select count(*)::int as id from pgboss.job j join app.outbox o on o.id::text = j.data ->> 'outboxId'
       where j.name = 'send-mail' and o.subject_id = $1`,
      [id],
    )
    expect(waiting.rows).toEqual([{ id: accounts.length }])
  })
})
