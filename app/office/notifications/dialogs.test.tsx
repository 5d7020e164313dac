import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aProject, as } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { formOf, requestBy } from '../../../tests/requests.ts'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { findNotification } from '../../domain/notifications/notifications.server.ts'
import { sendNotification } from '../../domain/notifications/send-notification.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { action as edit } from './edit/route.tsx'
import { loader as reach } from './reach/route.ts'
import { action as remove } from './removal/route.tsx'
import { action as clear } from './route.tsx'

const admin = await anAdmin()
const home = '/admin-dashboard/notifications'
const reader = await anInvestor('Sahra Reader')

async function sent(facts: { title?: string; byEmail?: boolean } = {}) {
  const form = { title: 'News', message: 'At ten.', byEmail: false, ...facts, key: randomUUID() }
  const to = { recipients: 'investor', investorId: reader.investorId }
  const answer = await as(admin, (actor) => sendNotification(actor, { ...form, ...to }))
  return 'refused' in answer ? expect.unreachable(answer.refused) : answer.notificationId
}

const find = (id: string) => as(admin, (actor) => findNotification(actor, id))
const screen = async (address: string) =>
  (await ask(`${home}${address}`, { cookie: await cookiesOf(admin) })).html

type Act = (args: never) => Promise<Awaited<ReturnType<typeof edit>>>
async function post(
  act: Act,
  path: string,
  fields: Record<string, string>,
  params: Record<string, string> = {},
) {
  const args = requestBy(admin, `${home}${path}`, { method: 'POST', body: formOf(fields) })
  const answer = await act({ ...args, params } as never)
  if (!(answer instanceof Response)) return { status: answer.init?.status, ...answer.data }
  const toast = decodeURIComponent(answer.headers.getSetCookie()[0] ?? '')
  return { status: answer.status, location: answer.headers.get('location'), toast }
}

const whole = {
  title: 'News',
  message: 'At ten.',
  recipients: 'investor',
  investorId: reader.investorId,
}
const save = (id: string, fields: Record<string, string>) =>
  post(edit, `/${id}/edit?q=news`, { version: '1', ...whole, ...fields }, { notificationId: id })
const drop = (id: string, version = '1') =>
  post(remove as unknown as Act, `/${id}/removal?q=news`, { version }, { notificationId: id })

/** Makes every write to notifications fail. */
async function broken<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) => client.query('revoke insert on app.event from msingi_reactions'))
  const result = await work()
  await asSuperuser((client) => client.query('grant insert on app.event to msingi_reactions'))
  return result
}

test('MNO-006 each card leads to its edit and its deletion, and keeps the search', async () => {
  const id = await sent({ title: 'With two buttons' })
  const html = await screen('?q=two+buttons')
  expect(html).toContain(`aria-label="Edit With two buttons"`)
  expect(html).toContain(`href="${home}/${id}/edit?q=two+buttons"`)
  expect(html).toContain(`aria-label="Delete With two buttons"`)
  expect(html).toContain(`href="${home}/${id}/removal?q=two+buttons"`)
})

test('MNO-017 the edit dialog has what was sent, and saves with its toast; the card says that it was edited', async () => {
  const id = await sent({ title: 'First title' })
  const html = await screen(`/${id}/edit`)
  expect(wordsOf(html)).toMatch(/Edit Notification .*Save Changes/)
  expect(html).toMatch(/name="title"[^>]*value="First title"|value="First title"[^>]*name="title"/)
  expect(wordsOf(html)).toContain('Read so far 0 of 1')
  const answer = await save(id, { title: 'Second title' })
  expect(answer).toMatchObject({ status: 303, location: `${home}?q=news` })
  expect(answer.toast).toContain('"title":"Notification updated"')
  expect(await find(id)).toMatchObject({ title: 'Second title', isEdited: true })
  expect(wordsOf(await screen('?q=second+title'))).toContain('General, edited')
})

test('MNO-009 an edit needs title, message and recipients, and gives back what was typed', async () => {
  const id = await sent()
  expect(await save(id, { title: ' ', message: '', recipients: '' })).toMatchObject({
    status: 422,
    reply: {
      errors: {
        title: 'Notification title is required',
        message: 'Message is required',
        recipients: 'Choose who should receive it',
      },
    },
  })
  expect(await save(id, { recipients: await aProject(), title: 'Kept' })).toMatchObject({
    reply: { errors: { recipients: 'No investors in this group.' }, values: { title: 'Kept' } },
  })
  expect(await save(id, { investorId: '' })).toMatchObject({
    reply: { errors: { investorId: 'Choose the investor it is for.' } },
  })
  expect(await save(id, { version: 'x' })).toMatchObject({ status: 422 })
  expect(await find(id)).toMatchObject({ title: 'News', version: 1 })
})

test('MNO-018 a failed edit raises a toast, changes nothing and keeps what was typed', async () => {
  const id = await sent()
  expect(await broken(() => save(id, { title: 'Never stored' }))).toMatchObject({
    status: 500,
    reply: {
      message: 'Failed to update notification. Please try again later. Reference test',
      values: { title: 'Never stored' },
    },
    toast: { title: 'Failed to update notification', kind: 'error' },
  })
  expect(await find(id)).toMatchObject({ title: 'News' })
})

test('of two who edit at the same time the second sees what the first changed, and loses nothing typed', async () => {
  const id = await sent()
  const other = await anInvestor('Other Reader')
  await save(id, { message: 'At eleven.', investorId: other.investorId })
  const opened = {
    title0: 'News',
    message0: 'At ten.',
    recipients0: 'investor',
    investorId0: reader.investorId,
  }
  const answer = await save(id, { ...opened, audience0: 'Sahra Reader', title: 'Mine' })
  expect(answer).toMatchObject({
    status: 422,
    changes: [
      { name: 'message', before: 'At ten.', now: 'At eleven.', kept: false },
      { name: 'recipients', before: 'Sahra Reader', now: 'Other Reader', kept: false },
    ],
    reply: {
      values: { title: 'Mine', message: 'At eleven.', investorId: other.investorId, version: '2' },
    },
  })
})

test('MNO-019 MNO-020 a deletion asks first, says what it does, and raises its toast; a failed one another', async () => {
  const id = await sent({ title: 'Going away' })
  expect(wordsOf(await screen(`/${id}/removal`))).toMatch(
    /Delete Notification .*This cannot be undone.*Keep it/,
  )
  expect(await broken(() => drop(id))).toMatchObject({
    status: 500,
    toast: { title: 'Failed to delete notification', kind: 'error' },
    reply: { message: 'Failed to delete notification. Please try again later. Reference test' },
  })
  expect(await drop(id, '7')).toMatchObject({
    status: 422,
    reply: { message: expect.stringContaining('Someone else has changed') },
  })
  expect(await find(id)).not.toBeNull()
  for (const _ of ['once', 'again']) {
    const answer = await drop(id)
    expect(answer).toMatchObject({ status: 303, location: `${home}?q=news` })
    expect(answer.toast).toContain('"title":"Notification deleted"')
  }
  expect(await find(id)).toBeNull()
  expect((await ask(`${home}/${id}/removal`, { cookie: await cookiesOf(admin) })).status).toBe(404)
})

test('MNO-022 MNO-023 the button is there while something of the search is unread, and clears just that', async () => {
  const id = await sent({ title: 'Asked about' })
  const left = await sent({ title: 'Not asked about' })
  await change("update app.notification set title = 'Left' where id = $1", [left])
  const html = await screen('?q=asked+about')
  expect(html).toContain('Mark All as Read')
  const seenAt = /name="seenAt" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const answer = await post(clear as unknown as Act, '?q=asked+about', { seenAt })
  expect(answer).toMatchObject({ status: 303, location: `${home}?q=asked+about` })
  expect(answer.toast).toContain('"title":"All notifications marked as read"')
  expect(answer.toast).toContain('All notifications have been updated.')
  expect(await screen('?q=asked+about')).not.toContain('Mark All as Read')
  expect(await find(id)).toMatchObject({ isRead: true })
  expect(await find(left)).toMatchObject({ isRead: false })
})

test('MNO-024 a failed Mark All as Read raises an error toast', async () => {
  const id = await sent({ title: 'Stays unread' })
  const at = { seenAt: new Date('2030-01-01').toISOString() }
  const answer = await broken(() => post(clear as unknown as Act, '?q=stays+unread', at))
  expect(answer.toast).toContain('"title":"Failed to update notifications"')
  expect(answer.toast).toContain('Please try again later')
  expect(
    (await post(clear as unknown as Act, '?q=stays+unread', { seenAt: 'then' })).toast,
  ).toContain('Failed to update')
  expect(await find(id)).toMatchObject({ isRead: false })
})

test('a type narrows the list', async () => {
  const id = await sent({ title: 'Of a type' })
  await change("update app.notification set notification_type = 'alert' where id = $1", [id])
  expect(await screen('?q=of+a+type&type=alert')).toContain('Of a type')
  expect(await screen('?q=of+a+type&type=general')).toContain(
    'No notifications found matching your search',
  )
})

test('MNO-021 a list that cannot be loaded says so and never looks empty', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await asSuperuser((client) => client.query('revoke select on app.notification from msingi_admin'))
  const html = await screen('')
  await asSuperuser((client) => client.query('grant select on app.notification to msingi_admin'))
  expect(html).toContain('Failed to load notifications')
  expect(html).not.toContain('No notifications yet')
})

test('MNO-028 how many people an audience is, and how many mail reaches, is told before anything is sent', async () => {
  const projectId = await aProject()
  const people = [await anInvestor(), await anInvestor('Closed Person', 'inactive')]
  for (const { investorId } of people) {
    await change(
      `insert into app.investment (investor_id, project_id, amount_cents, invested_on, status)
       values ($1, $2, 100, '2026-02-01', 'active')`,
      [investorId, projectId],
    )
  }
  const reachOf = async (query: string) => {
    const args = requestBy(admin, `${home}/reach?${query}`)
    return (await reach(args as unknown as Parameters<typeof reach>[0])).reach
  }
  expect(await reachOf(`recipients=${projectId}`)).toEqual({ people: 2, mails: 1 })
  expect(await reachOf(`recipients=investor&investorId=${people[1]?.investorId}`)).toEqual({
    people: 1,
    mails: 0,
  })
  expect(await reachOf('recipients=investor&investorId=')).toBeNull()
  expect(await reachOf('recipients=nonsense')).toBeNull()
})

test('the card of what also went by email says so', async () => {
  setClock()
  await sent({ title: 'Mailed too', byEmail: true })
  expect(wordsOf(await screen('?q=mailed+too'))).toContain('General, by email as well')
})

test('MNO-027 a form changes what it is for and nothing else, whatever is sent along', async () => {
  const id = await sent({ title: 'Only what is asked' })
  const more = {
    sentAt: '2020-01-01',
    clearedAt: '2020-01-01',
    byEmail: 'on',
    notificationType: 'alert',
    id: randomUUID(),
  }
  await save(id, { title: 'Only this', ...more })
  expect(await find(id)).toMatchObject({
    id,
    title: 'Only this',
    byEmail: false,
    notificationType: 'general',
  })
  expect((await find(id))?.sentAt.getFullYear()).toBeGreaterThan(2020)
})
