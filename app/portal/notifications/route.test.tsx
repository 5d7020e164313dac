import { randomUUID } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import type { MyNotification } from '../../domain/notifications/my-notifications.server.ts'
import { sendNotification } from '../../domain/notifications/send-notification.server.ts'
import MyNotifications, { action } from './route.tsx'

type ActionArgs = Parameters<typeof action>[0]

const admin = await anAdmin()
const investor = await anInvestor()
const now = new Date('2026-11-20T10:00:00Z')

async function sent(title: string): Promise<string> {
  const form = { key: randomUUID(), title, message: 'Words.', recipients: 'investor', investorId: investor.investorId }
  const answer = await as(admin, (actor) => sendNotification(actor, form))
  return 'refused' in answer ? expect.unreachable(answer.refused) : answer.notificationId
}

function screen(notifications: MyNotification[]) {
  const unread = notifications.filter(({ isRead }) => !isRead).length
  const loaderData = { notifications, total: notifications.length, page: 1, pageSize: 20, unread, now }
  const Screen = createRoutesStub([
    { path: '/', Component: () => <MyNotifications {...({ loaderData } as Parameters<typeof MyNotifications>[0])} /> },
  ])
  return renderToStaticMarkup(<Screen initialEntries={['/']} />).replaceAll('<!-- -->', '')
}

const one: MyNotification = {
  id: 'one',
  title: 'Site visit',
  message: 'At ten.',
  notificationType: 'general',
  sentAt: new Date('2026-11-20T08:00:00Z'),
  isRead: false,
}

async function mark(notificationId: string) {
  const init = { method: 'POST', body: formOf({ notificationId }) }
  const args = requestBy(investor, '/investment-dashboard/my-notifications?page=2', init)
  const answer = await action(args as unknown as ActionArgs)
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

test('INV-046 INV-047 an unread one is marked New and has the button; a read one has neither', () => {
  const unread = screen([one])
  expect(unread).toContain('My Notifications')
  expect(unread).toContain('>New</span>')
  expect(unread).toContain('Mark as read')
  const read = screen([{ ...one, isRead: true }])
  expect(read).not.toContain('>New</span>')
  expect(read).not.toContain('Mark as read')
})

test.each([
  ['2026-11-20T09:59:30Z', 'Just now'],
  ['2026-11-20T09:59:00Z', '1 minute ago'],
  ['2026-11-20T09:15:00Z', '45 minutes ago'],
  ['2026-11-20T09:00:00Z', '1 hour ago'],
  ['2026-11-20T08:00:00Z', '2 hours ago'],
  ['2026-11-19T20:00:00Z', 'Yesterday'],
  ['2026-11-14T10:00:00Z', '6 days ago'],
  ['2026-11-13T10:00:00Z', '13/11/2026'],
])('INV-045 what was sent at %s reads "%s", with the full moment as its title (W-37)', (sentAt, words) => {
  expect(screen([{ ...one, sentAt: new Date(sentAt) }])).toMatch(
    new RegExp(`title="\\d+ Nov 2026, \\d\\d:\\d\\d">${words}</time>`),
  )
})

test('INV-044 each type has a drawing of its own (W-37)', () => {
  const types = ['general', 'project', 'investment', 'document', 'alert'] as const
  const drawings = types.map((notificationType) => {
    const [, drawing] = /<li .*?<path d="([^"]+)"/.exec(screen([{ ...one, notificationType }])) ?? []
    return drawing
  })
  expect(new Set(drawings).size).toBe(5)
})

test('INV-053 without notifications there is the empty text', () => {
  expect(screen([])).toContain('No Notifications')
})

test('INV-048 marking as read leads back to the same page with a toast', async () => {
  const { status, location, toast } = await mark(await sent('To be read'))
  expect([status, location]).toEqual([303, '/investment-dashboard/my-notifications?page=2'])
  expect(toast).toContain('"title":"Notification marked as read"')
})

test('INV-049 what cannot be marked says so', async () => {
  const { status, toast } = await mark(randomUUID())
  expect(status).toBe(303)
  expect(toast).toContain('"title":"Error marking notification as read"')
})
