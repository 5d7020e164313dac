import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as, asPerson, type Person } from '../../../tests/people.ts'
import { sendNotification } from './send-notification.server.ts'

const admin = await anAdmin()
const [first, stranger] = [await anInvestor(), await anInvestor()]
const form = {
  key: randomUUID(),
  title: 'Private',
  message: 'For one.',
  recipients: 'investor',
  investorId: first.investorId,
  byEmail: false,
}
const sent = await as(admin, (actor) => sendNotification(actor, form))
const notificationId = 'refused' in sent ? expect.unreachable(sent.refused) : sent.notificationId

/** SQL that someone managed to inject in the portal. */
const inject = (person: Person, statement: ReturnType<typeof sql>) =>
  asPerson(person, async ({ tx }) => (await statement.execute(tx)).rows)

test('injected SQL of a stranger sees neither the message nor who got or read it', async () => {
  expect(await inject(stranger, sql`select id, title, message from notification`)).toEqual([])
  expect(
    await inject(
      stranger,
      sql`select notification_id, investor_id, read_at from notification_recipient`,
    ),
  ).toEqual([])
  expect(await inject(first, sql`select investor_id from notification_recipient`)).toEqual([
    { investor_id: first.investorId },
  ])
})

test('it can mark only its own copy as read, and nothing else of it', async () => {
  await inject(stranger, sql`update notification_recipient set read_at = now()`)
  const { rows } = await asSuperuser((client) =>
    client.query('select read_at from app.notification_recipient where notification_id = $1', [
      notificationId,
    ]),
  )
  expect(rows).toEqual([{ read_at: null }])
  await expect(
    inject(first, sql`update notification_recipient set sent_at = now()`),
  ).rejects.toThrow('permission denied')
})

test.each([
  [
    'a notification',
    sql`insert into notification (title, message, notification_type, audience) values ('a', 'b', 'alert', 'all')`,
  ],
  [
    'a copy',
    sql`insert into notification_recipient values (${notificationId}, ${stranger.investorId}, now())`,
  ],
  [
    'a document',
    sql`insert into document (title, document_type, file_id) values ('a', 'tax', ${randomUUID()})`,
  ],
  ['the removal of a copy', sql`delete from notification_recipient`],
  ['another message', sql`update notification set message = 'Pay to another account'`],
])('it cannot write %s', async (_, statement) => {
  await expect(inject(stranger, statement)).rejects.toThrow('permission denied')
})
