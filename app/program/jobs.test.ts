import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { queues } from '../../db/queues.ts'
import { asSuperuser, change } from '../../tests/database.ts'
import { openLine, openMailbox, textOf } from '../../tests/mailbox.ts'
import { anAdmin, as } from '../../tests/people.ts'
import {
  acceptInvitation,
  findInvitation,
} from '../domain/accounts/invitations/invitations.server.ts'
import { addInvestor } from '../domain/investors/add-investor.server.ts'
import { requeueWaitingMail } from '../domain/outbox/send-mail.server.ts'
import { transact } from '../platform/database/database.server.ts'
import { smtpTransport } from '../platform/email/mail.server.ts'
import { register } from '../platform/observability/metrics.server.ts'
import { workerCommand } from '../platform/session/unattended.server.ts'
import { startWorker } from './jobs.server.ts'

const admin = await anAdmin()
const mailbox = await openMailbox()
let worker: { stop: () => Promise<void> }

beforeAll(async () => {
  worker = await startWorker(smtpTransport(mailbox.url))
})
afterAll(async () => {
  await worker.stop()
  await mailbox.close()
})

async function invite(fullName: string, email = `${randomUUID()}@example.com`) {
  const added = await as(admin, (actor) =>
    addInvestor(actor, { key: randomUUID(), fullName, email, phone: null, linkedEmail: null }),
  )
  expect(added).toMatchObject({ invited: true })
  return email
}

async function mailTo(email: string, count = 1) {
  await vi.waitFor(
    () => expect(mailbox.arrived.filter(({ to }) => to.includes(email))).toHaveLength(count),
    15_000,
  )
  const mail = mailbox.arrived.findLast(({ to }) => to.includes(email))
  if (!mail) throw new Error('no mail')
  return mail
}

const tokenIn = (text: string) => /\/invitation\/([\w-]+)/.exec(text)?.[1] ?? ''

function outboxOf(email: string) {
  return asSuperuser(async (client) => {
    const { rows } = await client.query(
      'select o.state, o.attempts, o.last_error, o.id from app.outbox o join auth."user" u on u.id = o.user_id where u.email = $1',
      [email],
    )
    return rows
  })
}

/** Once the job of the refused attempt waits for its retry, which is a moment after the outbox says so. */
const retryNow = () =>
  vi.waitFor(async () => {
    const { rowCount } = await asSuperuser((client) =>
      client.query("update pgboss.job set start_after = now() where state = 'retry'"),
    )
    expect(rowCount).toBeGreaterThan(0)
  }, 15_000)

function linksOf(email: string) {
  return asSuperuser(async (client) => {
    const { rows } = await client.query(
      'select ended_at is null as open from auth.link l where l.email = $1 order by created_at',
      [email],
    )
    return rows
  })
}

test('MAIL-003 (W-17) an added investor gets a real mail whose link sets the first password once, and confirms the address', async () => {
  const email = await invite('Halima Abdi')
  const token = tokenIn(textOf(await mailTo(email)))
  const guest = <Result>(work: Parameters<typeof transact<{ role: 'guest' }, Result>>[1]) =>
    transact({ role: 'guest' }, work)
  expect(await guest((actor) => findInvitation(actor, token))).toEqual({
    state: 'open',
    name: 'Halima Abdi',
    email,
  })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => acceptInvitation(guest, token, 'quarry-lantern-47')),
  )
  expect(answers.filter((answer) => 'accepted' in answer)).toHaveLength(1)
  expect(await guest((actor) => findInvitation(actor, token))).toEqual({ state: 'used' })
  // One email, which confirms too: no other asks for that.
  await vi.waitFor(async () =>
    expect(await outboxOf(email)).toMatchObject([{ state: 'sent', attempts: 1 }]),
  )
  const { rows } = await change(
    'select "emailVerified" as confirmed from auth."user" where email = $1',
    [email],
  )
  expect(rows).toEqual([{ confirmed: true }])
})

async function failures() {
  const metric = await register.getSingleMetric('msingi_job_failures_total')?.get()
  return Object.fromEntries(
    (metric?.values ?? []).map(({ labels, value }) => [labels.queue, value]),
  )
}

test('WATCH-006 a refused mail is tried again, and each attempt replaces the link of the last', async () => {
  const before = await failures()
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['send-mail', 'seal-audit-log']))
  mailbox.refuse('450 try again later')
  const email = await invite('Yusuf Ali')
  const refused = [
    { state: 'queued', attempts: 1, last_error: expect.stringContaining('try again later') },
  ]
  await vi.waitFor(async () => expect(await outboxOf(email)).toMatchObject(refused), 15_000)
  expect(await failures()).toEqual({ ...before, 'send-mail': (before['send-mail'] ?? 0) + 1 })
  mailbox.refuse(null)
  await retryNow()
  const mail = await mailTo(email)
  expect(await outboxOf(email)).toMatchObject([{ attempts: 2 }])
  const [{ id }] = await outboxOf(email)
  expect(mail.source).toContain(`Message-ID: <${id}@`)
  expect(await linksOf(email)).toEqual([{ open: false }, { open: true }])
})

test('a recipient for whom the server takes its time holds up no one else’s mail', async () => {
  const held = await invite('Late Liban', `waits-${randomUUID()}@example.com`)
  await vi.waitFor(() => expect(mailbox.waiting).toHaveLength(1), 15_000)
  await mailTo(await invite('Early Ebla'))
  expect(mailbox.waiting).toHaveLength(1)
  mailbox.answer()
  await mailTo(held)
})

test('mail is tried for a day at least', () => {
  const queue = queues.find(({ name }) => name === 'send-mail')
  if (!queue) throw new Error('no queue')
  const { retryLimit, retryDelay, retryDelayMax } = queue
  const least = Array.from({ length: retryLimit }, (_, attempt) =>
    Math.min(retryDelay * 2 ** attempt, retryDelayMax),
  )
  expect(least.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(24 * 60 * 60)
})

test('without a transport a mail waits uncomposed, and goes when a worker starts with one', async () => {
  const warned = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await worker.stop()
  worker = await startWorker()
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('emails are waiting in the outbox'))
  const email = await invite('Sagal Nur')
  const jobsOf = (id: string) =>
    asSuperuser(async (client) => {
      const { rows } = await client.query(
        "select state from pgboss.job where data ->> 'outboxId' = $1",
        [id],
      )
      return rows
    })
  const [{ id }] = await outboxOf(email)
  await vi.waitFor(async () => expect(await jobsOf(id)).toEqual([{ state: 'completed' }]), 15_000)
  expect(await outboxOf(email)).toMatchObject([{ state: 'queued', attempts: 0 }])
  expect((await linksOf(email)).length).toBe(0)
  await worker.stop()
  worker = await startWorker(smtpTransport(mailbox.url))
  await mailTo(email)
  expect(await jobsOf(id)).toHaveLength(2)
})

test('a start leaves alone what has a job, and what was sent', async () => {
  mailbox.refuse('450 try again later')
  const warned = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const email = await invite('Bashir Aden')
  await vi.waitFor(
    async () => expect(await outboxOf(email)).toMatchObject([{ last_error: expect.anything() }]),
    15_000,
  )
  const [{ id }] = await outboxOf(email)
  expect(warned).toHaveBeenCalledWith(expect.stringContaining(`"outboxId":"${id}","attempt":1`))
  const countJobs = () =>
    asSuperuser(async (client) => (await client.query('select from pgboss.job')).rowCount)
  const before = await countJobs()
  await workerCommand(requeueWaitingMail)
  expect(await countJobs()).toBe(before)
  mailbox.refuse(null)
})

test('mail that waits goes within ten seconds after its server came back, and tries use up nothing before', async () => {
  await worker.stop()
  const line = await openLine(mailbox.url)
  worker = await startWorker(smtpTransport(line.url))
  await mailTo(await invite('Idil Nur'))
  line.cut()
  const emails = [await invite('Sahra Nur'), await invite('Guled Nur')]
  for (const email of emails) {
    await vi.waitFor(
      async () =>
        expect(await outboxOf(email)).toMatchObject([
          { state: 'queued', last_error: expect.anything() },
        ]),
      15_000,
    )
  }
  // It is asked three times more whether the server is there; a try that was under way may count once.
  const before = line.calls()
  await vi.waitFor(() => expect(line.calls()).toBeGreaterThanOrEqual(before + 3), 30_000)
  for (const email of emails) {
    const [mail] = await outboxOf(email)
    expect(mail).toMatchObject({ state: 'queued' })
    expect(mail.attempts).toBeLessThanOrEqual(2)
  }
  line.restore()
  for (const email of emails) {
    await vi.waitFor(
      async () => expect(await outboxOf(email)).toMatchObject([{ state: 'sent' }]),
      10_000,
    )
    await mailTo(email)
  }
  await worker.stop()
  await line.close()
  worker = await startWorker(smtpTransport(mailbox.url))
}, 60_000)

test('the outbox and the audit log hold no token of a link that was mailed', async () => {
  const email = await invite('Zahra Omar')
  const token = tokenIn(textOf(await mailTo(email)))
  expect(token).toHaveLength(43)
  const { rows } = await asSuperuser((client) =>
    client.query(
      `select from (select o::text as words from app.outbox o union all select a::text from app.audit_log a
      union all select l::text from auth.link l union all select e::text from app.event e) everything
      where position($1 in words) > 0`,
      [token],
    ),
  )
  expect(rows).toEqual([])
})
