import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { notificationTypes } from './notification.ts'
import { findNotification, listNotifications } from './notifications.server.ts'
import { sendNotification } from './send-notification.server.ts'

const admin = await anAdmin()

async function sent(recipients: string, investorId: string | null = null) {
  const form = {
    key: randomUUID(),
    title: 'Shaped',
    message: 'At ten.',
    recipients,
    investorId,
    byEmail: false,
  }
  const answer = await as(admin, (actor) => sendNotification(actor, form))
  return 'refused' in answer ? expect.unreachable(answer.refused) : answer.notificationId
}

test('DATA-012 MNO-014 a notification has title, message, type, recipient or everyone, is dated and unread at first', async () => {
  const { investorId, name, email } = await anInvestor()
  setClock(() => new Date('2026-11-18T06:00:00Z'))
  const id = await sent('investor', investorId)
  const toAll = await sent('all')
  setClock()
  expect(await as(admin, (actor) => findNotification(actor, id))).toMatchObject({
    id,
    title: 'Shaped',
    message: 'At ten.',
    notificationType: 'general',
    sentAt: new Date('2026-11-18T06:00:00Z'),
    isRead: false,
    copies: 1,
    readCopies: 0,
    audience: 'investor',
    investor: { id: investorId, name, email },
    project: null,
  })
  expect(await as(admin, (actor) => findNotification(actor, toAll))).toMatchObject({
    ...{
      audience: 'all',
      investor: null,
      project: null,
      isRead: false,
      recipients: 'All Investors',
    },
  })
})

test('DATA-013 a notification is unread or read: read once who can sign in has read it, or it was cleared', async () => {
  const [active, pending] = [await anInvestor(), await anInvestor('Pending Person', 'pending')]
  const { rows } = await change(
    `insert into app.notification (title, message, notification_type, audience) values ('Two', 'x', 'general', 'active')
     returning id`,
  )
  const id = rows[0]?.id ?? ''
  const isRead = async () => (await as(admin, (actor) => findNotification(actor, id)))?.isRead
  for (const { investorId } of [active, pending]) {
    await change('insert into app.notification_recipient values ($1, $2, now())', [id, investorId])
  }
  expect(await isRead()).toBe(false)
  await change('update app.notification_recipient set read_at = now() where investor_id = $1', [
    active.investorId,
  ])
  expect(await isRead()).toBe(true)
  await change('update app.notification_recipient set read_at = null where notification_id = $1', [
    id,
  ])
  await change('update app.notification set cleared_at = now() where id = $1', [id])
  expect(await isRead()).toBe(true)
})

test('DATA-014 (W-37) a type is one of five, each of which the portal knows, and the database takes no other', async () => {
  expect(notificationTypes).toEqual(['general', 'project', 'investment', 'document', 'alert'])
  const id = await sent('investor', (await anInvestor()).investorId)
  for (const type of notificationTypes) {
    await change('update app.notification set notification_type = $2 where id = $1', [id, type])
    const { notifications } = await as(admin, (actor) =>
      listNotifications(actor, { q: 'shaped', type, page: 1 }),
    )
    expect(notifications.map((notification) => notification.id)).toContain(id)
  }
  await expect(
    change("update app.notification set notification_type = 'update' where id = $1", [id]),
  ).rejects.toThrow('notification_notification_type_check')
})
