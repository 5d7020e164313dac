import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { anAdmin, as, asPerson } from '../../../tests/people.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { listMyNotifications } from '../notifications/my-notifications.server.ts'
import { sendNotification } from '../notifications/send-notification.server.ts'
import { addInvestor } from './add-investor.server.ts'

const admin = await anAdmin()

const add = (actor: AdminActor, email: string, linkedEmail: string | null) =>
  addInvestor(actor, { key: randomUUID(), fullName: 'Ifrah Noor', email, phone: null, linkedEmail })

const send = (actor: AdminActor, recipients: 'all' | 'active', title = 'News') =>
  sendNotification(actor, {
    key: randomUUID(),
    title,
    message: 'For all.',
    recipients,
    investorId: null,
    byEmail: false,
  })

/** Runs `work` and holds its transaction open until it is let go. */
function hold<Result>(work: (actor: AdminActor) => Promise<Result>) {
  const [ready, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const done = as(admin, async (actor) => {
    const answer = await work(actor)
    ready.resolve()
    await over.promise
    return answer
  })
  done.catch(ready.reject)
  const finish = () => {
    over.resolve()
    return done
  }
  return { ready: ready.promise, finish }
}

/** What someone who was an administrator's account until now has in their list of notifications. */
async function inboxOf(
  account: { userId: string; email: string; name: string },
  added: { investorId: string } | object,
) {
  if (!('investorId' in added)) throw new Error('not added')
  const { notifications } = await asPerson({ ...account, ...added }, (reader) =>
    listMyNotifications(reader, { page: 1 }),
  )
  return notifications.map(({ title, isRead }) => ({ title, isRead }))
}

test.each(['all', 'active'] as const)(
  'a message to %s waits for who is being added, and reaches them',
  async (group) => {
    const account = await anAdmin('Ifrah Noor')
    await as(admin, (actor) => add(actor, `${randomUUID()}@example.com`, null))
    const adding = hold((actor) => add(actor, account.email, account.email))
    await adding.ready
    const sending = as(admin, (actor) => send(actor, group))
    await sleep(300)
    const added = await adding.finish()
    expect(await sending).toHaveProperty('notificationId')
    expect((await inboxOf(account, added)).at(0)).toEqual({ title: 'News', isRead: false })
  },
)

test('who is added while a message to all is sent finds it among the earlier ones', async () => {
  const account = await anAdmin('Ifrah Noor')
  const sending = hold((actor) => send(actor, 'all', 'Sent meanwhile'))
  await sending.ready
  const adding = as(admin, (actor) => add(actor, account.email, account.email))
  await sleep(300)
  expect(await sending.finish()).toHaveProperty('notificationId')
  expect(await inboxOf(account, await adding)).toContainEqual({
    title: 'Sent meanwhile',
    isRead: true,
  })
})
