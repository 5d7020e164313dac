import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../../tests/database.ts'
import { anAdmin, anInvestor, as } from '../../../../tests/people.ts'
import { transact } from '../../../platform/database/database.server.ts'
import { workerCommand } from '../../../platform/session/unattended.server.ts'
import { sweepAccounts } from '../sign-in/sweep.server.ts'
import {
  answerMailRequest,
  type LinkPurpose,
  requestLink,
  requestRecoveryFor,
} from './mail-requests.server.ts'

const ask = (email: string, purpose: LinkPurpose = 'recovery') =>
  transact({ role: 'guest' }, (guest) => requestLink(guest, email, purpose))

/** The worker's turn: every request that waits is answered. */
async function answerAll() {
  const { rows } = await asSuperuser((client) =>
    client.query<{ id: string }>('select id from auth.mail_request'),
  )
  for (const { id } of rows) await workerCommand((worker) => answerMailRequest(worker, id))
}

const mailsTo = async (userId: string) =>
  (
    await change<{ template: string }>('select template from app.outbox where user_id = $1', [
      userId,
    ])
  ).rows.map(({ template }) => template)

const unconfirmed = (userId: string) =>
  change(`update auth."user" set "emailVerified" = false where id = $1`, [userId])

/** How many rows each table has that a request could write. */
async function written() {
  const tables = [
    'auth.mail_request',
    'auth.link',
    'app.outbox',
    'app.audit_log',
    'app.event',
    'pgboss.job',
  ]
  const counts = tables.map((table) => `(select count(*)::int from ${table}) as "${table}"`)
  const { rows } = await asSuperuser((client) =>
    client.query<Record<string, number>>(`select ${counts.join()}`),
  )
  return rows[0] ?? {}
}

async function writtenBy(work: () => Promise<unknown>) {
  const before = await written()
  await work()
  const after = await written()
  return Object.fromEntries(
    Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]),
  )
}

test('AUTH-066 (W-13) a request writes the same for an address that no one has; the worker finds out whose it is', async () => {
  const known = await anInvestor()
  const forKnown = await writtenBy(() => ask(known.email))
  const forUnknown = await writtenBy(() => ask(`${randomUUID()}@example.com`))
  expect(forKnown).toEqual(forUnknown)
  expect(forKnown).toMatchObject({
    'auth.mail_request': 1,
    'pgboss.job': 1,
    'app.outbox': 0,
    'auth.link': 0,
  })
  await answerAll()
  expect(await mailsTo(known.userId)).toEqual(['recovery'])
})

test('a request is answered once, and keeps neither the address nor, then, whose it was', async () => {
  const known = await anInvestor()
  await ask(known.email)
  await answerAll()
  await answerAll()
  expect(await mailsTo(known.userId)).toEqual(['recovery'])
  const { rows } = await change<{ kept: string }>('select r::text as kept from auth.mail_request r')
  expect(rows.map(({ kept }) => kept).join()).not.toMatch(
    new RegExp(`${known.email}|${known.userId}`),
  )
})

test('three mails an hour go to an address, for both purposes together, and then the hour slides on', async () => {
  const { email, userId } = await anInvestor()
  await unconfirmed(userId)
  await ask(email)
  await ask(email, 'confirmation')
  await ask(email)
  expect(await writtenBy(() => ask(email, 'confirmation'))).toMatchObject({
    'auth.mail_request': 0,
    'pgboss.job': 0,
  })
  await answerAll()
  expect(await mailsTo(userId)).toEqual(['recovery', 'confirmation', 'recovery'])
  await change("update auth.mail_request set requested_at = requested_at - interval '61 minutes'")
  expect(await writtenBy(() => ask(email))).toMatchObject({ 'auth.mail_request': 1 })
})

test('ten requests at the same time are three mails, and the number is a setting', async () => {
  const { email, userId } = await anInvestor()
  await Promise.all(Array.from({ length: 10 }, () => ask(email)))
  await answerAll()
  expect(await mailsTo(userId)).toHaveLength(3)
  const other = await anInvestor()
  await change('update app.installation set mails_per_hour = 1')
  await ask(other.email)
  await ask(other.email)
  await change('update app.installation set mails_per_hour = 3')
  await answerAll()
  expect(await mailsTo(other.userId)).toHaveLength(1)
})

test.each([
  ['a closed account', 'recovery', 'inactive', true, []],
  ['a pending account, which recovery opens', 'recovery', 'pending', false, ['recovery']],
  ['a confirmed address', 'confirmation', 'active', true, []],
  ['an unconfirmed address', 'confirmation', 'active', false, ['confirmation']],
] as const)('to %s a %s is mailed accordingly', async (_, purpose, status, confirmed, mails) => {
  const { email, userId } = await anInvestor('Jama Warsame', status)
  if (!confirmed) await unconfirmed(userId)
  await ask(email, purpose)
  await answerAll()
  expect(await mailsTo(userId)).toEqual(mails)
})

test('an administrator sends a recovery mail to someone, which counts too, and is told when it does not go', async () => {
  const admin = await anAdmin()
  const send = (userId: string) => as(admin, (actor) => requestRecoveryFor(actor, userId))
  const { email, userId } = await anInvestor()
  for (let time = 0; time < 3; time += 1) expect(await send(userId)).toEqual({ sentTo: email })
  expect(await mailsTo(userId)).toEqual(['recovery', 'recovery', 'recovery'])
  expect(await send(userId)).toEqual({ refused: 'too-many' })
  expect(await send((await anInvestor('Omar Nur', 'inactive')).userId)).toEqual({
    refused: 'inactive',
  })
  expect(await send(randomUUID())).toEqual({ refused: 'unknown' })
})

test('a request is in the audit log, with the account only when there is one', async () => {
  const { email, userId } = await anInvestor()
  await ask(email)
  await ask(`${randomUUID()}@example.com`)
  const { rows } = await change(
    `select actor, act, subject_id from app.audit_log where act = 'request-recovery' order by id desc limit 2`,
  )
  expect(rows).toEqual([
    { actor: 'guest', act: 'request-recovery', subject_id: null },
    { actor: 'guest', act: 'request-recovery', subject_id: userId },
  ])
})

test('the nightly sweep forgets requests after a day and former addresses after 60, and keeps younger ones', async () => {
  const { email, userId } = await anInvestor()
  await change('delete from auth.mail_request')
  await ask(email)
  await ask(email)
  await change(`update auth.mail_request set requested_at = now() - interval '25 hours'
    where id = (select min(id) from auth.mail_request)`)
  await change(
    `insert into auth.former_address (user_id, email, replaced_at)
    values ($1, 'first', now() - interval '61 days'), ($1, 'second', now() - interval '59 days')`,
    [userId],
  )
  await workerCommand(sweepAccounts)
  const { rows } = await change(
    `select (select count(*)::int from auth.mail_request) as requests,
    (select array_agg(email) from auth.former_address where user_id = $1) as former`,
    [userId],
  )
  expect(rows).toEqual([{ requests: 1, former: ['second'] }])
})
