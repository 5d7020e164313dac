import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
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
import { addInvestor } from '../investors/add-investor.server.ts'
import { audienceSizes, readAudience } from './audience.server.ts'
import { fanOutNotification } from './deliver-notification.server.ts'
import { listMyNotifications, markRead, unreadCount } from './my-notifications.server.ts'
import { listNotifications } from './notifications.server.ts'
import { sendNotification } from './send-notification.server.ts'

const admin = await anAdmin()

function send(
  recipients: string,
  { title = 'News', investorId = null as string | null, key = randomUUID(), byEmail = false } = {},
) {
  const form = { key, title, message: 'A message of some length.', recipients, investorId, byEmail }
  return as(admin, (actor) => sendNotification(actor, form))
}

async function sent(...wish: Parameters<typeof send>): Promise<string> {
  const answer = await send(...wish)
  if ('refused' in answer) throw new Error(answer.refused)
  return answer.notificationId
}

async function anInvestorIn(projectId: string, status = 'active', person?: Person) {
  const investor = person ?? (await anInvestor())
  const investmentId = await anInvestment(investor.investorId, projectId, usd('1,000'))
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      `update app.investment set status = $2, cancelled_on = case when $2 = 'cancelled' then date '2026-03-01' end
       where id = $1`,
      [investmentId, status],
    )
  })
  return investor
}

const inboxOf = (person: Person) =>
  asPerson(person, async (reader) => (await listMyNotifications(reader, { page: 1 })).notifications)
const titlesOf = async (person: Person) => (await inboxOf(person)).map(({ title }) => title)
const cardOf = async (q: string) => {
  const { notifications } = await as(admin, (actor) =>
    listNotifications(actor, { q, type: null, page: 1 }),
  )
  return notifications[0]
}

test('MNO-012 each audience reaches exactly its people (W-36)', async () => {
  const projectId = await aProject()
  const inProject = await anInvestorIn(projectId)
  const cancelled = await anInvestorIn(projectId, 'cancelled')
  const pending = await anInvestorIn(projectId, 'pending')
  const inactive = await anInvestor('Inactive Person', 'inactive')
  await sent('all', { title: 'To all' })
  await sent('active', { title: 'To active' })
  await sent(projectId, { title: 'To the project' })
  await sent('investor', { title: 'To one', investorId: cancelled.investorId })
  expect(await titlesOf(inProject)).toEqual(['To the project', 'To active', 'To all'])
  expect(await titlesOf(cancelled)).toEqual(['To one', 'To active', 'To all'])
  expect(await titlesOf(pending)).toEqual(['To active', 'To all'])
  expect(await titlesOf(inactive)).toEqual(['To all'])
})

test('an audience counts each investor of a project once, and no one else', async () => {
  const project = await aProject('Counted Court')
  const [both, pending, left] = await Promise.all([1, 2, 3].map(() => anInvestor()))
  const take = async (person: Person | undefined, status: string) => {
    const id = await anInvestment(person?.investorId ?? '', project, usd('10'))
    await change(
      `update app.investment set status = $2, cancelled_on = case $2 when 'cancelled' then invested_on end where id = $1`,
      [id, status],
    )
  }
  for (const person of [both, both]) await take(person, 'active')
  await take(pending, 'pending')
  await take(left, 'cancelled')
  const { projects } = await as(admin, audienceSizes)
  expect(projects.find(({ id }) => id === project)?.investors).toBe(1)
})

test('an empty audience is refused, and so are recipients no one knows', async () => {
  const before = await as(admin, (actor) =>
    listNotifications(actor, { q: '', type: null, page: 1 }),
  )
  expect(await send(await aProject())).toEqual({ refused: 'nobody' })
  expect(await send(randomUUID())).toEqual({ refused: 'recipients-unknown' })
  expect(await send("x' or true")).toEqual({ refused: 'recipients-unknown' })
  expect(await send('investor')).toEqual({ refused: 'investor-missing' })
  expect(await send('investor', { investorId: randomUUID() })).toEqual({
    refused: 'investor-unknown',
  })
  expect(
    (await as(admin, (actor) => listNotifications(actor, { q: '', type: null, page: 1 }))).total,
  ).toBe(before.total)
})

test('MNO-010 the five literal values are accepted, three of them for their projects', async () => {
  const projectAt = async (slug: string) => {
    const id = await aProject(slug)
    await change('update app.project set slug = $2 where id = $1', [id, slug])
    return id
  }
  const read = (recipients: string) =>
    as(admin, (actor) => readAudience(actor, { recipients, investorId: null }))
  expect(await read('all')).toEqual({ audience: 'all', projectId: null, investorId: null })
  expect(await read('active')).toEqual({ audience: 'active', projectId: null, investorId: null })
  for (const [group, slug] of [
    ['twin-towers', 'twin-towers-muthaiga'],
    ['retail', 'retail-clothing-store'],
    ['corner-plaza', 'corner-plaza'],
  ] as const) {
    expect(await read(group)).toBeNull()
    const projectId = await projectAt(slug)
    expect(await read(group)).toEqual({ audience: 'project', projectId, investorId: null })
  }
})

test('MNO-013 a message to a project is of type project, any other general (W-36)', async () => {
  const projectId = await aProject()
  const investor = await anInvestorIn(projectId)
  await sent(projectId, { title: 'Typed project' })
  await sent('all', { title: 'Typed general' })
  expect((await inboxOf(investor)).map(({ notificationType }) => notificationType)).toEqual([
    'general',
    'project',
  ])
})

test('a form sent twice sends one message; with other words its key is refused', async () => {
  const investor = await anInvestor()
  const wish = { title: 'Once', investorId: investor.investorId, key: randomUUID() }
  const answers = await Promise.all([send('investor', wish), send('investor', wish)])
  expect(answers[1]).toEqual(answers[0])
  expect(await titlesOf(investor)).toEqual(['Once'])
  expect(await send('investor', { ...wish, title: 'Twice' })).toEqual({ refused: 'key-reused' })
})

test('INV-051 INV-054 reading is each person’s own: it changes no one else’s mark or count (W-35)', async () => {
  const [first, other] = [await anInvestor(), await anInvestor()]
  const id = await sent('all', { title: 'For both' })
  const counts = async () => [
    await asPerson(first, unreadCount),
    await asPerson(other, unreadCount),
  ]
  const [before = 0, beforeOther = 0] = await counts()
  expect(await asPerson(first, (investor) => markRead(investor, id))).toEqual({ read: true })
  expect(await counts()).toEqual([before - 1, beforeOther])
  expect((await inboxOf(first)).find((found) => found.id === id)?.isRead).toBe(true)
  expect((await inboxOf(other)).find((found) => found.id === id)?.isRead).toBe(false)
  expect(await asPerson(first, (investor) => markRead(investor, id))).toEqual({ read: true })
  expect(await counts()).toEqual([before - 1, beforeOther])
})

test('someone else’s notification cannot be read or marked', async () => {
  const [first, stranger] = [await anInvestor(), await anInvestor()]
  const id = await sent('investor', { title: 'Private', investorId: first.investorId })
  for (const unknown of [id, randomUUID(), 'no id']) {
    expect(await asPerson(stranger, (investor) => markRead(investor, unknown))).toEqual({
      refused: 'not-found',
    })
  }
  expect(await titlesOf(stranger)).not.toContain('Private')
  expect(await asPerson(first, unreadCount)).toBe(1)
})

test('MNO-002 MNO-005 the office finds a message by title, message, audience or recipient, newest first', async () => {
  const projectId = await aProject('Harbour View')
  await anInvestorIn(projectId)
  const investor = await anInvestor('Zahra Quux')
  await sent('all', { title: 'Office closed' })
  await sent('active', { title: 'Statement ready' })
  await sent(projectId, { title: 'Site visit' })
  await sent('investor', { title: 'Personal', investorId: investor.investorId })
  expect(await cardOf('office CLOSED')).toMatchObject({ recipients: 'All Investors' })
  expect(await cardOf('statement ready')).toMatchObject({ recipients: 'Active Investors' })
  expect(await cardOf('harbour view')).toMatchObject({
    title: 'Site visit',
    recipients: 'Harbour View',
  })
  expect(await cardOf('zahra quux')).toMatchObject({ title: 'Personal', recipients: 'Zahra Quux' })
  expect((await cardOf('active investors'))?.title).toBe('Statement ready')
  expect(await cardOf('nothing like it')).toBeUndefined()
  expect((await cardOf(''))?.title).toBe('Personal')
})

test('a card counts who has read it; it is read when all who can sign in have, or when cleared (W-35)', async () => {
  const projectId = await aProject()
  const [first, other] = [await anInvestorIn(projectId), await anInvestorIn(projectId)]
  await anInvestorIn(projectId, 'active', await anInvestor('Cannot Sign In', 'inactive'))
  const id = await sent(projectId, { title: 'Counted message' })
  expect(await cardOf('counted message')).toMatchObject({ copies: 3, readCopies: 0, isRead: false })
  await asPerson(first, (investor) => markRead(investor, id))
  expect(await cardOf('counted message')).toMatchObject({ copies: 3, readCopies: 1, isRead: false })
  await asPerson(other, (investor) => markRead(investor, id))
  expect(await cardOf('counted message')).toMatchObject({ copies: 3, readCopies: 2, isRead: true })
  const clearedId = await sent(projectId, { title: 'Cleared message' })
  await as(admin, (actor) =>
    actor.tx
      .updateTable('notification')
      .set({ cleared_at: new Date('2026-11-01') })
      .where('id', '=', clearedId)
      .execute(),
  )
  expect(await cardOf('cleared message')).toMatchObject({ readCopies: 0, isRead: true })
})

test('who joins later finds older messages to all, read already', async () => {
  await anInvestor()
  await sent('all', { title: 'Before they came' })
  const email = `late.${randomUUID()}@example.com`
  const form = { key: randomUUID(), fullName: 'Late Comer', email, phone: null, linkedEmail: null }
  const added = await as(admin, (actor) => addInvestor(actor, form))
  if ('refused' in added) throw new Error(added.refused)
  const late = { ...(await anInvestor()), investorId: added.investorId }
  expect((await inboxOf(late))[0]).toMatchObject({ title: 'Before they came', isRead: true })
  expect(await asPerson(late, unreadCount)).toBe(0)
})

test('a message to many is the worker’s: every one of them gets a single copy, also when the job runs again', async () => {
  const people = 1_203
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(
      `insert into app.investor (email, full_name, own_status, joined_on)
       select 'crowd' || n || '@example.com', 'Crowd ' || n, 'active', '2026-01-01' from generate_series(1, $1) n`,
      [people],
    )
  })
  const id = await sent('active', { title: 'To a crowd' })
  expect(await cardOf('to a crowd')).toMatchObject({ copies: 0, isRead: false })
  await fanOutNotification({ notificationId: id }, workerCommand)
  const { copies = 0 } = (await cardOf('to a crowd')) ?? {}
  expect(copies).toBeGreaterThanOrEqual(people)
  await fanOutNotification({ notificationId: id }, workerCommand)
  expect((await cardOf('to a crowd'))?.copies).toBe(copies)
  const queued = await asSuperuser(async (client) =>
    client.query("select data from pgboss.job where name = 'fan-out-notification'"),
  )
  expect(queued.rows).toEqual([{ data: { notificationId: id } }])
})
