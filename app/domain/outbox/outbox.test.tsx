import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anInvestor } from '../../../tests/people.ts'
import type { MailTransport } from '../../platform/mail.server.ts'
import { asWorker } from '../../platform/unattended.server.ts'
import { sendQueuedMail } from './outbox.server.ts'

test('a mail that nobody takes stays queued while it will be tried again, and then has failed, with the reason', async () => {
  const { userId } = await anInvestor('Halima Abdi', 'pending')
  const look = async (query: string, ...values: string[]) =>
    (await asSuperuser((client) => client.query(query, values))).rows
  const [{ id }] = await look(
    "insert into app.outbox (template, user_id) values ('invitation', $1) returning id",
    userId,
  )
  const hello = async () => ({ to: 'halima@example.com', subject: 'Hello', body: <p>Hello</p> })
  const refusing: MailTransport = { name: 'smtp', send: () => Promise.reject(new Error('450 try again later')) }
  const attempt = (isLastAttempt: boolean) =>
    sendQueuedMail(id, {
      asWorker,
      composers: { invitation: hello, receipt: hello },
      transport: refusing,
      isLastAttempt,
    })
  const standing = () => look('select state, attempts, last_error from app.outbox where id = $1', id)
  await expect(attempt(false)).rejects.toThrow('450')
  expect(await standing()).toEqual([{ state: 'queued', attempts: 1, last_error: '450 try again later' }])
  await expect(attempt(true)).rejects.toThrow('450')
  expect(await standing()).toEqual([{ state: 'failed', attempts: 2, last_error: '450 try again later' }])
})
