import { expect, test, vi } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anInvestor } from '../../../tests/people.ts'
import type { MailTransport } from '../../platform/mail.server.ts'
import { asWorker } from '../../platform/unattended.server.ts'
import { type Composer, type Composers, sendQueuedMail } from './outbox.server.ts'

const everyTemplate = (composer: Composer<unknown>): Composers => ({
  invitation: composer,
  receipt: composer,
  recovery: composer,
  confirmation: composer,
  'email-changed': composer,
  'password-set': composer,
  'second-factor-reset': composer,
  'link-made': composer,
  inquiry: composer,
  acknowledgement: composer,
})

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
      composers: everyTemplate(hello),
      transport: refusing,
      isLastAttempt,
    })
  const standing = () => look('select state, attempts, last_error from app.outbox where id = $1', id)
  await expect(attempt(false)).rejects.toThrow('450')
  expect(await standing()).toEqual([{ state: 'queued', attempts: 1, last_error: '450 try again later' }])
  await expect(attempt(true)).rejects.toThrow('450')
  expect(await standing()).toEqual([{ state: 'failed', attempts: 2, last_error: '450 try again later' }])
})

async function aQueuedMail(): Promise<string> {
  const { userId } = await anInvestor()
  const { rows } = await asSuperuser((client) =>
    client.query<{ id: string }>(`insert into app.outbox (template, user_id) values ('invitation', $1) returning id`, [
      userId,
    ]),
  )
  return rows[0]?.id ?? ''
}

async function rowOf(id: string) {
  const { rows } = await asSuperuser((client) =>
    client.query('select state, attempts, last_error from app.outbox where id = $1', [id]),
  )
  return rows[0]
}

/** Tries to send with this composer, to a server that takes everything. */
function send(id: string, composer: Composer<unknown>, isLastAttempt = false) {
  const transport = { name: 'smtp' as const, send: async () => undefined }
  return sendQueuedMail(id, { asWorker, composers: everyTemplate(composer), transport, isLastAttempt })
}

test('a mail that cannot be composed is counted, logged by id and tried again until the last attempt', async () => {
  const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const id = await aQueuedMail()
  const fails: Composer<unknown> = () => Promise.reject(new Error('jama@example.com cannot be written to'))
  await expect(send(id, fails)).rejects.toThrow('cannot be written to')
  expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 1, last_error: expect.stringContaining('jama') })
  await expect(send(id, fails, true)).rejects.toThrow('cannot be written to')
  expect(await rowOf(id)).toMatchObject({ state: 'failed', attempts: 2 })
  const lines = logged.mock.calls.map(([line]) => String(line))
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"outboxId":"${id}","attempt":2,"state":"failed"`)
  expect(lines.join()).not.toContain('jama')
})

test('a mail that has become pointless is withdrawn, and not composed again', async () => {
  const id = await aQueuedMail()
  const pointless = vi.fn<Composer<unknown>>(async () => null)
  await send(id, pointless)
  await send(id, pointless)
  expect(await rowOf(id)).toMatchObject({ state: 'withdrawn' })
  expect(pointless).toHaveBeenCalledOnce()
})
