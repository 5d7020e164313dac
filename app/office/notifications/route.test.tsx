import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import {
  anAdmin,
  anInvestment,
  anInvestor,
  aProject,
  asPerson,
  type Person,
} from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import {
  listMyNotifications,
  markRead,
} from '../../domain/notifications/my-notifications.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { action } from './new/route.tsx'

const admin = await anAdmin()

const screen = async (address: string) =>
  (await ask(`/admin-dashboard/notifications${address}`, { cookie: await cookiesOf(admin) })).html

async function send(fields: Record<string, string>) {
  const whole = {
    key: randomUUID(),
    title: 'News',
    message: 'Words.',
    recipients: 'all',
    investorId: '',
    ...fields,
  }
  const args = requestBy(admin, '/admin-dashboard/notifications/new', {
    method: 'POST',
    body: formOf(whole),
  })
  const answer = await action(args as unknown as Parameters<typeof action>[0])
  if (answer instanceof Response) {
    return {
      status: answer.status,
      reply: undefined,
      toast: decodeURIComponent(answer.headers.getSetCookie()[0] ?? ''),
    }
  }
  return { status: answer.init?.status, ...answer.data }
}

/** Sends to investors of a project at 06:00; the first of them reads it. */
async function sentTo(people: Person[], fields: { title: string; read: number }) {
  const projectId = await aProject('Twin Towers Muthaiga')
  for (const { investorId } of people) {
    const id = await anInvestment(investorId, projectId, usd('1,000'))
    await change("update app.investment set status = 'active' where id = $1", [id])
  }
  setClock(() => new Date('2026-11-18T06:00:00Z'))
  await send({ title: fields.title, message: 'Join us at ten.', recipients: projectId })
  setClock()
  for (const person of people.slice(0, fields.read)) {
    await asPerson(person, async (reader) => {
      const { notifications } = await listMyNotifications(reader, { page: 1 })
      const { id } =
        notifications.find(({ title }) => title === fields.title) ??
        expect.unreachable('not delivered')
      await markRead(reader, id)
    })
  }
}

test('MNO-003 MNO-004 (decisions §1) a card shows type, title, message, recipients, the day, and who has read it', async () => {
  const people = [await anInvestor(), await anInvestor(), await anInvestor()]
  await sentTo(people, { title: 'Site visit', read: 2 })
  await sentTo(people, { title: 'Site closed', read: 3 })
  const html = await screen('?q=site')
  const words = wordsOf(html)
  for (const title of ['Site visit', 'Site closed']) {
    expect(words).toContain(
      `Project ${title} Join us at ten. Recipients Twin Towers Muthaiga Sent 18 Nov 2026`,
    )
  }
  expect(words).toContain('unread 2 of 3 have read it')
  expect(words).toContain(' read 3 of 3 have read it')
  expect(html).toContain('line-clamp-3')
})

test('MNO-001 MNO-007 the screen has its title, its search, its cards newest first, and the button that opens the dialog', async () => {
  const { investorId } = await anInvestor()
  for (const title of ['Roof laid', 'Roof tiled'])
    await send({ title, recipients: 'investor', investorId })
  const html = await screen('?q=roof')
  expect(html).toContain('Manage Notifications')
  expect(html).toContain('placeholder="Search notifications..."')
  expect(wordsOf(html)).toMatch(/Roof tiled.*Roof laid/)
  expect(html).toMatch(/href="\/admin-dashboard\/notifications\/new[^"]*"[^>]*>.*New Notification/)
  expect(await screen('/new')).toContain('Create New Notification')
})

test('MNO-026 a search without matches says so', async () => {
  expect(await screen('?q=zzz')).toContain('No notifications found matching your search')
})

test('MNO-008 the dialog has three required fields and two buttons', async () => {
  await aProject('Corner Plaza')
  const html = await screen('/new')
  for (const label of ['Notification Title', 'Message', 'Recipients']) {
    expect(html).toMatch(new RegExp(`>${label} <span[^>]*aria-hidden="true"[^>]*>\\*</span>`))
  }
  expect(html).toContain('>Cancel<')
  expect(html).toContain('Send Notification')
  for (const choice of [
    /All Investors \(\d+\)/,
    /Active Investors \(\d+\)/,
    /Corner Plaza \(0\)/,
  ]) {
    expect(wordsOf(html)).toMatch(choice)
  }
})

test('MNO-009 title, message and recipients must be filled, and what was typed comes back', async () => {
  const { status, reply } = await send({ title: ' ', message: '', recipients: '' })
  expect(status).toBe(422)
  expect(Object.keys(reply?.errors ?? {}).sort()).toEqual(['message', 'recipients', 'title'])
  expect((await send({ title: '', message: 'Kept' })).reply?.values.message).toBe('Kept')
})

test('an empty group is refused in the words of the decisions', async () => {
  expect((await send({ recipients: await aProject() })).reply?.errors).toEqual({
    recipients: 'No investors in this group.',
  })
})

test('MNO-015 a sent notification raises a toast', async () => {
  await anInvestor()
  const { status, toast } = await send({})
  expect(status).toBe(303)
  expect(toast).toContain('"title":"Notification sent"')
})

test('MNO-016 a failed send raises a toast and keeps what was typed', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) =>
    client.query('alter table app.notification add constraint broken check (title <> $$Broken$$)'),
  )
  expect(await send({ title: 'Broken' })).toMatchObject({
    status: 500,
    reply: {
      message: 'Failed to send notification. Please try again later. Reference test',
      values: { title: 'Broken' },
    },
    toast: { title: 'Failed to send notification', kind: 'error' },
  })
})
