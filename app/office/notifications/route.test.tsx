import { randomUUID } from 'node:crypto'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor } from '../../../tests/people.ts'
import { formOf, requestBy } from '../../../tests/requests.ts'
import type { ListedNotification } from '../../domain/notifications/notifications.server.ts'
import CreateNotification, { action } from './new/route.tsx'
import ManageNotifications from './route.tsx'

const admin = await anAdmin()

function show(Screen: () => React.ReactNode) {
  const Stub = createRoutesStub([{ path: '/', Component: Screen }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />).replaceAll('<!-- -->', '')
}

function screen(notifications: ListedNotification[], q = '') {
  const loaderData = { notifications, total: notifications.length, page: 1, pageSize: 12, q }
  return show(() => <ManageNotifications {...({ loaderData } as Parameters<typeof ManageNotifications>[0])} />)
}

const aNotification: ListedNotification = {
  id: 'one',
  title: 'Site visit',
  message: 'Join us at ten.',
  notificationType: 'project',
  recipients: 'Twin Towers Muthaiga',
  sentAt: new Date('2026-11-18T06:00:00Z'),
  copies: 4,
  readCopies: 2,
  isRead: false,
}

async function send(fields: Record<string, string>) {
  const whole = { key: randomUUID(), title: 'News', message: 'Words.', recipients: 'all', investorId: '', ...fields }
  const args = requestBy(admin, '/admin-dashboard/notifications/new', { method: 'POST', body: formOf(whole) })
  const answer = await action(args as unknown as Parameters<typeof action>[0])
  if (answer instanceof Response) {
    return { status: answer.status, toast: decodeURIComponent(answer.headers.getSetCookie()[0] ?? '') }
  }
  return { status: answer.init?.status, reply: answer.data }
}

test('MNO-003 MNO-004 a card shows type, title, message, recipients, the British day, and who has read it', () => {
  const html = screen([aNotification, { ...aNotification, id: 'two', isRead: true, readCopies: 4 }])
  for (const words of [
    '>project<',
    'Site visit',
    'Join us at ten.',
    'Recipients',
    'Twin Towers Muthaiga',
    'Sent',
    '18/11/2026',
    'unread',
    '2 of 4 have read it',
    '4 of 4 have read it',
  ]) {
    expect(html).toContain(words)
  }
  expect(html).toContain('line-clamp-3')
})

test('MNO-001 MNO-007 the screen has its title, its search and the button that opens the dialog', () => {
  const html = screen([aNotification])
  expect(html).toContain('Manage Notifications')
  expect(html).toContain('placeholder="Search notifications..."')
  expect(html).toMatch(/href="\/admin-dashboard\/notifications\/new"[^>]*>.*New Notification/)
  expect(dialog()).toContain('Create New Notification')
})

test('MNO-026 a search without matches says so', () => {
  expect(screen([], 'zzz')).toContain('No notifications found matching your search')
})

function dialog() {
  const sizes = { all: 48, active: 45, projects: [{ id: 'p', name: 'Corner Plaza', investors: 11 }] }
  const loaderData = { key: randomUUID(), sizes, investors: [] }
  return show(() => <CreateNotification {...({ loaderData } as unknown as Parameters<typeof CreateNotification>[0])} />)
}

test('MNO-008 the dialog has three required fields and two buttons', () => {
  const html = dialog()
  for (const label of ['Notification Title', 'Message', 'Recipients']) {
    expect(html).toMatch(new RegExp(`>${label} <span[^>]*aria-hidden="true"[^>]*>\\*</span>`))
  }
  expect(html).toContain('>Cancel<')
  expect(html).toContain('Send Notification')
  for (const choice of ['All Investors (48)', 'Active Investors (45)', 'Corner Plaza (11)']) {
    expect(html).toContain(choice)
  }
})

test('title, message and recipients must be filled, and what was typed comes back', async () => {
  const { status, reply } = await send({ title: ' ', message: '', recipients: '' })
  expect(status).toBe(422)
  expect(Object.keys(reply?.errors ?? {}).sort()).toEqual(['message', 'recipients', 'title'])
  expect((await send({ title: '', message: 'Kept' })).reply?.values.message).toBe('Kept')
})

test('an empty group is refused in the words of the decisions', async () => {
  expect((await send({ recipients: 'active' })).reply?.errors).toEqual({ recipients: 'No investors in this group.' })
})

test('MNO-015 a sent notification raises a toast', async () => {
  await anInvestor()
  const { status, toast } = await send({})
  expect(status).toBe(303)
  expect(toast).toContain('"title":"Notification sent"')
})

test('a failed send says so and keeps what was typed', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) =>
    client.query('alter table app.notification add constraint broken check (title <> $$Broken$$)'),
  )
  const { status, reply } = await send({ title: 'Broken' })
  expect(status).toBe(500)
  expect(reply).toMatchObject({
    message: 'Failed to send notification. Please try again later. Reference test',
    values: { title: 'Broken' },
  })
})
