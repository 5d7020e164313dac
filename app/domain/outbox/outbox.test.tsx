import { beforeEach, describe, expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../tests/people.ts'
import {
  AddressRefused,
  type Mail,
  type MailTransport,
  type TransportName,
} from '../../platform/email/mail.server.ts'
import { register } from '../../platform/observability/metrics.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { recordAddressState } from '../accounts/address-state.server.ts'
import { changeLogo } from '../company/company-logo.server.ts'
import { mailTemplates } from './mail.ts'
import { MailLayout } from './mail-layout.tsx'
import { type Composer, type Composers, reopenMail } from './outbox.server.ts'
import { sendQueuedMail } from './send-mail.server.ts'

const everyTemplate = (composer: Composer<unknown>) =>
  Object.fromEntries(mailTemplates.map((template) => [template, composer])) as Composers

type Queued = { id: string; userId: string; email: string }

async function aQueuedMail(): Promise<Queued> {
  const { userId, email } = await anInvestor('Halima Abdi', 'pending')
  const { rows } = await change(
    "insert into app.outbox (template, user_id) values ('invitation', $1) returning id",
    [userId],
  )
  return { id: rows[0]?.id ?? '', userId, email }
}

async function rowOf({ id }: Queued) {
  const { rows } = await asSuperuser((client) =>
    client.query(
      'select state, attempts, last_error, transport, sent_to from app.outbox where id = $1',
      [id],
    ),
  )
  return rows[0]
}

const refusedAt = async ({ userId }: Queued) =>
  (
    await change<{ at: Date | null }>(
      'select refused_mail_at as at from auth."user" where id = $1',
      [userId],
    )
  ).rows[0]?.at

const to =
  (email: string): Composer<unknown> =>
  async () => ({ to: email, subject: 'Hello', body: <p>Hello</p> })

/** A transport that answers with this fault, or takes everything. */
function answering(name: TransportName, fault: Error | null = null) {
  const send = vi.fn((_mail: Mail) => (fault ? Promise.reject(fault) : Promise.resolve()))
  return { name, send, isThere: async () => true } satisfies MailTransport
}

type How = { composer?: Composer<unknown>; transports?: MailTransport[]; isLastAttempt?: boolean }

function send(
  mail: Queued,
  { composer = to(mail.email), transports, isLastAttempt = false }: How = {},
) {
  return sendQueuedMail(mail.id, {
    workerCommand,
    noteAddress: recordAddressState,
    composers: everyTemplate(composer),
    transports: transports ?? [answering('main')],
    isLastAttempt,
  })
}

const later = new Error('450 try again later')
const noSuchUser = new AddressRefused('550 5.1.1 no such user')
let logged: { mock: { calls: unknown[][] } }
beforeEach(() => {
  logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

test('a mail that no one takes stays queued while it will be tried again, and then has failed, with the reason', async () => {
  const mail = await aQueuedMail()
  const transports = [answering('main', later)]
  await expect(send(mail, { transports })).rejects.toThrow('450')
  expect(await rowOf(mail)).toMatchObject({
    state: 'queued',
    attempts: 1,
    last_error: '450 try again later',
  })
  await expect(send(mail, { transports, isLastAttempt: true })).rejects.toThrow('450')
  expect(await rowOf(mail)).toMatchObject({
    state: 'failed',
    attempts: 2,
    last_error: '450 try again later',
  })
})

test('a mail that cannot be composed is counted, logged by id and tried again until the last attempt', async () => {
  const mail = await aQueuedMail()
  const composer: Composer<unknown> = () =>
    Promise.reject(new Error('jama@example.com cannot be written to'))
  await expect(send(mail, { composer })).rejects.toThrow('cannot be written to')
  expect(await rowOf(mail)).toMatchObject({
    state: 'queued',
    attempts: 1,
    last_error: expect.stringContaining('jama'),
  })
  await expect(send(mail, { composer, isLastAttempt: true })).rejects.toThrow(
    'cannot be written to',
  )
  expect(await rowOf(mail)).toMatchObject({ state: 'failed', attempts: 2 })
  const lines = logged.mock.calls.map(([line]) => String(line))
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`"outboxId":"${mail.id}","attempt":2,"state":"failed"`)
  expect(lines.join()).not.toContain('jama')
})

test('PUB-375 a mail carries the logo of the company and shows it', async () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex')
  await as(await anAdmin(), (admin) => changeLogo(admin, png))
  const transport = answering('main')
  const composer: Composer<unknown> = async () => ({
    to: 'jama@example.com',
    subject: 'Hello',
    body: (
      <MailLayout company="Nyumba" preview="Hello" title="Hello">
        Hello
      </MailLayout>
    ),
  })
  await send(await aQueuedMail(), { composer, transports: [transport] })
  const [mail] = transport.send.mock.calls[0] ?? []
  expect(mail?.attachments).toEqual([{ cid: 'logo', filename: 'logo.png', content: png }])
  expect(mail?.html).toContain('src="cid:logo"')
})

test('PUB-370 a mail is sent in the name of the company', async () => {
  await change(`update app.company set facts = facts || '{"brand": "Nyumba"}'`)
  const transport = answering('main')
  await send(await aQueuedMail(), { transports: [transport] })
  expect(transport.send.mock.calls[0]?.[0].from).toEqual({
    name: 'Nyumba',
    address: 'no-reply@msingi.test',
  })
})

test('a mail that has become pointless is withdrawn, and not composed again', async () => {
  const mail = await aQueuedMail()
  const composer = vi.fn<Composer<unknown>>(async () => null)
  await send(mail, { composer })
  await send(mail, { composer })
  expect(await rowOf(mail)).toMatchObject({ state: 'withdrawn' })
  expect(composer).toHaveBeenCalledOnce()
})

test('the outbox keeps the address that a mail was tried at last, and none before', async () => {
  const mail = await aQueuedMail()
  expect(await rowOf(mail)).toMatchObject({ state: 'queued', sent_to: null })
  await expect(send(mail, { transports: [answering('main', later)] })).rejects.toThrow('450')
  expect(await rowOf(mail)).toMatchObject({ state: 'queued', sent_to: mail.email })
  await send(mail, { composer: to('former@example.com') })
  expect(await rowOf(mail)).toMatchObject({ state: 'sent', sent_to: 'former@example.com' })
})

test('a token that a server quotes in its answer is not kept', async () => {
  const mail = await aQueuedMail()
  const token = 'Zk3'.repeat(14)
  const spam = new Error(`550 blocked: http://127.0.0.1/invitation/${token}`)
  await expect(send(mail, { transports: [answering('main', spam)] })).rejects.toThrow(
    '/invitation/…',
  )
  expect(JSON.stringify(await rowOf(mail))).not.toContain(token)
})

describe('the second transport', () => {
  test('takes in the same attempt what the main one does not', async () => {
    const mail = await aQueuedMail()
    const second = answering('second')
    await send(mail, { transports: [answering('main', new Error('connect ECONNREFUSED')), second] })
    expect(await rowOf(mail)).toMatchObject({
      state: 'sent',
      attempts: 1,
      last_error: null,
      transport: 'second',
    })
    expect(second.send.mock.calls[0]?.[0]).toMatchObject({ to: mail.email, messageId: mail.id })
  })

  test('is not asked when the main one takes it', async () => {
    const mail = await aQueuedMail()
    const second = answering('second')
    await send(mail, { transports: [answering('main'), second] })
    expect(await rowOf(mail)).toMatchObject({ state: 'sent', transport: 'main' })
    expect(second.send).not.toHaveBeenCalled()
  })

  test('when neither takes it, the outbox has both answers', async () => {
    const mail = await aQueuedMail()
    const transports = [
      answering('main', later),
      answering('second', new Error('connect ETIMEDOUT')),
    ]
    await expect(send(mail, { transports })).rejects.toThrow('Main server')
    const last_error = 'Main server: 450 try again later\nSecond server: connect ETIMEDOUT'
    expect(await rowOf(mail)).toMatchObject({ state: 'queued', last_error })
  })
})

describe('an address that is refused for good', () => {
  test('ends the attempts and marks the account, until a mail is taken', async () => {
    const mail = await aQueuedMail()
    await send(mail, { transports: [answering('main', noSuchUser)] })
    expect(await rowOf(mail)).toMatchObject({
      state: 'failed',
      attempts: 1,
      last_error: '550 5.1.1 no such user',
    })
    expect(await refusedAt(mail)).toBeInstanceOf(Date)
    expect(await as(await anAdmin(), (admin) => reopenMail(admin, mail.id))).toBe(true)
    await send(mail)
    expect(await rowOf(mail)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await refusedAt(mail)).toBeNull()
  })

  test('is not given up while another server may still take it', async () => {
    const mail = await aQueuedMail()
    const transports = [answering('main', noSuchUser), answering('second', later)]
    await expect(send(mail, { transports })).rejects.toThrow('no such user')
    expect(await rowOf(mail)).toMatchObject({ state: 'queued' })
    expect(await refusedAt(mail)).toBeNull()
  })

  test('marks no one when it is no longer the address of the account', async () => {
    const mail = await aQueuedMail()
    await send(mail, {
      composer: to('former@example.com'),
      transports: [answering('main', noSuchUser)],
    })
    expect(await rowOf(mail)).toMatchObject({ state: 'failed' })
    expect(await refusedAt(mail)).toBeNull()
  })
})

test('what was withdrawn while it was tried stays withdrawn, unless a server took it', async () => {
  const withdrawing = (mail: Queued, fault: Error | null) => ({
    name: 'main' as const,
    send: async () => {
      await change("update app.outbox set state = 'withdrawn' where id = $1", [mail.id])
      if (fault) throw fault
    },
    isThere: async () => true,
  })
  const refused = await aQueuedMail()
  await expect(send(refused, { transports: [withdrawing(refused, later)] })).rejects.toThrow('450')
  expect(await rowOf(refused)).toMatchObject({ state: 'withdrawn' })
  const taken = await aQueuedMail()
  await send(taken, { transports: [withdrawing(taken, null)] })
  expect(await rowOf(taken)).toMatchObject({ state: 'sent' })
})

test('WATCH-005 each attempt is counted by the state that the mail had afterwards', async () => {
  const counts = async (): Promise<Record<string, number>> => {
    const metric = await register.getSingleMetric('msingi_mail_attempts_total')?.get()
    return Object.fromEntries(
      metric?.values.map(({ labels, value }) => [labels.outcome, value]) ?? [],
    )
  }
  const before = await counts()
  expect(Object.keys(before).toSorted()).toEqual(['failed', 'queued', 'sent', 'withdrawn'])
  const mail = await aQueuedMail()
  const transports = [answering('main', later)]
  await expect(send(mail, { transports })).rejects.toThrow('450')
  await expect(send(mail, { transports, isLastAttempt: true })).rejects.toThrow('450')
  await send(await aQueuedMail(), { transports: [answering('main', noSuchUser)] })
  await send(await aQueuedMail())
  await send(await aQueuedMail(), { composer: async () => null })
  const after = await counts()
  const added = Object.entries(after).map(([outcome, count]) => [
    outcome,
    count - (before[outcome] ?? 0),
  ])
  expect(Object.fromEntries(added)).toEqual({ queued: 1, failed: 2, sent: 1, withdrawn: 1 })
})
