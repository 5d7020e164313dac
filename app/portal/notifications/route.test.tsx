import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as, asPerson, type Person } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { sendNotification } from '../../domain/notifications/send-notification.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { allIconPaths } from '../../ui/all-icon-paths.ts'
import { action } from './route.tsx'

type ActionArgs = Parameters<typeof action>[0]

const admin = await anAdmin()
const investor = await anInvestor()

async function sent(title: string): Promise<string> {
  const form = {
    key: randomUUID(),
    title,
    message: 'Words.',
    recipients: 'investor',
    investorId: investor.investorId,
    byEmail: false,
  }
  const answer = await as(admin, (actor) => sendNotification(actor, form))
  return 'refused' in answer ? expect.unreachable(answer.refused) : answer.notificationId
}

/** An investor with one notification, sent now and read at 10:00 on 20 November. */
async function screenWith(sentAt: string, type = 'general'): Promise<string> {
  const person = await anInvestor()
  const { rows } = await change(
    `insert into app.notification (title, message, notification_type, audience, investor_id, sent_at)
     values ('Site visit', 'At ten.', $1, 'investor', $2, $3) returning id`,
    [type, person.investorId, sentAt],
  )
  await change('insert into app.notification_recipient values ($1, $2, $3)', [
    rows[0]?.id,
    person.investorId,
    sentAt,
  ])
  setClock(() => new Date('2026-11-20T10:00:00Z'))
  return screenOf(person)
}

async function screenOf(person: Person): Promise<string> {
  return (await ask('/investment-dashboard/notifications', { cookie: await cookiesOf(person) }))
    .html
}

/** The action's redirect. */
async function answerTo(
  by: Person,
  address: string,
  form: Record<string, string>,
): Promise<Response> {
  const args = requestBy(by, address, { method: 'POST', body: formOf(form) })
  const answer = await action(args as unknown as ActionArgs)
  return answer instanceof Response ? answer : expect.unreachable('it leads nowhere')
}

async function mark(notificationId: string) {
  const answer = await answerTo(investor, '/investment-dashboard/my-notifications?page=2', {
    notificationId,
  })
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    toast: decodeURIComponent(answer.headers.getSetCookie()[0] ?? ''),
  }
}

test('INV-043 at both addresses the newest comes first', async () => {
  await sent('Earlier')
  await sent('Later')
  const cookie = await cookiesOf(investor)
  for (const name of ['notifications', 'my-notifications']) {
    const { html } = await ask(`/investment-dashboard/${name}`, { cookie })
    expect(wordsOf(html)).toMatch(/My Notifications.*Later.*Earlier/)
  }
})

test('INV-046 INV-047 an unread one is marked New and has the button; a read one has neither', async () => {
  const id = await sent('Site visit')
  const unread = listed(await screenOf(investor), 'Site visit')
  expect(unread).toContain('>New</span>')
  expect(unread).toContain('Mark as read')
  await mark(id)
  const read = listed(await screenOf(investor), 'Site visit')
  expect(read).not.toContain('>New</span>')
  expect(read).not.toContain('Mark as read')
})

/** HTML of one list row. */
function listed(html: string, title: string): string {
  return (
    html.split('<li').find((line) => line.includes(title)) ??
    expect.unreachable(`${title} is not listed`)
  )
}

test.each([
  ['2026-11-20T09:59:30Z', 'Just now'],
  ['2026-11-20T09:59:00Z', '1 minute ago'],
  ['2026-11-20T09:15:00Z', '45 minutes ago'],
  ['2026-11-20T09:00:00Z', '1 hour ago'],
  ['2026-11-20T08:00:00Z', '2 hours ago'],
  ['2026-11-19T20:00:00Z', 'Yesterday'],
  ['2026-11-14T10:00:00Z', '6 days ago'],
  ['2026-11-13T10:00:00Z', '13 Nov 2026'],
])(
  'INV-045 what was sent at %s reads "%s", with the full moment as its title (W-37)',
  async (sentAt, words) => {
    expect(await screenWith(sentAt)).toMatch(
      new RegExp(`title="\\d+ Nov 2026, \\d\\d:\\d\\d EAT">${words}</time>`),
    )
  },
)

test('INV-044 each type has its own drawing (W-37)', async () => {
  const drawings = {
    general: allIconPaths.notifications,
    project: allIconPaths.megaphone,
    investment: allIconPaths.investments,
    document: allIconPaths.documents,
    alert: allIconPaths.warning,
  }
  for (const [type, drawing] of Object.entries(drawings)) {
    const line = listed(await screenWith('2026-11-20T08:00:00Z', type), 'Site visit')
    expect(/<path d="([^"]+)"/.exec(line)?.[1], type).toBe(drawing)
  }
})

test('INV-053 without notifications there is the empty text', async () => {
  expect(await screenOf(await anInvestor())).toContain('No Notifications')
})

test('INV-048 marking as read leads back to the same page with a toast', async () => {
  const { status, location, toast } = await mark(await sent('To be read'))
  expect([status, location]).toEqual([303, '/investment-dashboard/my-notifications?page=2'])
  expect(toast).toContain('"title":"Notification marked as read"')
})

test('INV-049 what cannot be marked says so', async () => {
  const notificationId = await sent('Not to be read')
  const write = process.stderr.write
  process.stderr.write = () => true
  await change('alter table app.notification_recipient rename to gone', [])
  try {
    const { status, toast } = await mark(notificationId)
    expect(status).toBe(303)
    expect(toast).toContain('"title":"Error marking notification as read"')
  } finally {
    process.stderr.write = write
    await change('alter table app.gone rename to notification_recipient', [])
  }
})

test('several are marked together, as far as they were there when the list was read, and no one else is affected', async () => {
  setClock(() => new Date('2026-11-20T10:00:00Z'))
  const [reader, other] = [await anInvestor(), await anInvestor()]
  const toAll = async (title: string) => {
    const form = {
      key: randomUUID(),
      title,
      message: 'Words.',
      recipients: 'all',
      investorId: null,
      byEmail: false,
    }
    const answer = await as(admin, (actor) => sendNotification(actor, form))
    if ('refused' in answer) throw new Error(answer.refused)
  }
  await toAll('First of several')
  expect(await screenOf(reader)).not.toContain('Mark all as read')
  await toAll('Second of several')
  const screen = await screenOf(reader)
  expect(screen).toContain('Mark all as read')
  const seenAt = /name="seenAt"[^>]* value="([^"]+)"/.exec(screen)?.[1] ?? ''
  setClock(() => new Date('2026-11-20T10:00:05Z'))
  await toAll('Came since')
  const answer = await answerTo(reader, '/investment-dashboard/notifications', { seenAt })
  expect(decodeURIComponent(answer.headers.getSetCookie()[0] ?? '')).toContain(
    'All notifications marked as read',
  )
  const after = await screenOf(reader)
  for (const title of ['First of several', 'Second of several'])
    expect(listed(after, title)).not.toContain('>New<')
  expect(listed(after, 'Came since')).toContain('>New<')
  expect(listed(await screenOf(other), 'First of several')).toContain('>New<')
})

test('INV-049 one that was deleted in the meantime, or is not theirs, is said to be gone above the list as it is', async () => {
  const stranger = await anInvestor()
  const theirs = await sent('For one investor only')
  const cookie = await cookiesOf(stranger)
  for (const notificationId of [theirs, randomUUID(), 'not-an-id']) {
    const { status, html } = await ask('/investment-dashboard/notifications', {
      cookie,
      form: { notificationId },
    })
    expect(status).toBe(404)
    expect(wordsOf(html)).toMatch(
      /My Notifications.*Error marking notification as read ?It no longer exists\./,
    )
  }
})

test('INV-052 what was read stays read: there is no way back on the page, in its form, or in the database', async () => {
  const id = await sent('Read for good')
  const readAt = async () =>
    (
      await change<{ read_at: Date }>(
        'select read_at from app.notification_recipient where notification_id = $1',
        [id],
      )
    ).rows
  await mark(id)
  const [first] = await readAt()
  expect(first?.read_at).toBeInstanceOf(Date)
  expect(await mark(id)).toMatchObject({ status: 303 })
  expect(await readAt()).toEqual([first])
  expect(listed(await screenOf(investor), 'Read for good')).not.toContain('<button')
  const unread = asPerson(investor, ({ tx }) =>
    tx.updateTable('notification_recipient').set({ read_at: null }).execute(),
  )
  await expect(unread).rejects.toThrow('row-level security')
  expect(await readAt()).toEqual([first])
})
