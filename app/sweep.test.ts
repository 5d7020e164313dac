import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { asSuperuser } from '../tests/database.ts'
import { anAdmin, anInvestor } from '../tests/people.ts'
import { config } from './platform/config.server.ts'
import { smtpTransport } from './platform/email/mail.server.ts'
import { startWorker } from './program/jobs.server.ts'

const folder = join(config.dataDir, 'files', 'ab')
const [admin, investor] = [await anAdmin(), await anInvestor()]
let worker: { stop: () => Promise<void> }

beforeAll(async () => {
  await mkdir(folder, { recursive: true })
  await half('killed.part', 25)
  await half('arriving.part', 23)
  await half('whole', 1000)
  worker = await startWorker(smtpTransport('smtp://127.0.0.1:1'))
})
afterAll(() => worker.stop())

/** A file that was last written so many hours ago. */
async function half(name: string, hours: number) {
  await writeFile(join(folder, name), 'bytes')
  const at = performance.timeOrigin / 1000 - hours * 3600
  await utimes(join(folder, name), at, at)
}

async function put(statement: string, rows: (string | null)[][]) {
  await asSuperuser(async (client) => {
    for (const row of rows) await client.query(statement, row)
  })
}

const kept = (query: string) =>
  asSuperuser(async (client) =>
    (await client.query<{ name: string }>(query)).rows.map(({ name }) => name).sort(),
  )

/** Has the worker do now what its schedule says for the night. */
async function sweepNow() {
  await asSuperuser((client) =>
    client.query(`insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds,
      deletion_seconds, policy) select name, 'null', 0, 0, false, 60, 60, policy from pgboss.queue where name = 'sweep'`),
  )
  const states = () => kept("select state::text as name from pgboss.job where name = 'sweep'")
  await vi.waitFor(
    async () => expect(new Set(await states())).toEqual(new Set(['completed'])),
    15_000,
  )
}

test('a start deletes what was left half written a day ago, and nothing else', async () => {
  expect((await readdir(folder)).sort()).toEqual(['arriving.part', 'whole'])
})

test('the sweeping is due every night', async () => {
  expect(
    await kept(`select cron || ' ' || timezone as name from pgboss.schedule where name = 'sweep'`),
  ).toEqual(['20 3 * * * Africa/Nairobi'])
})

test('the worker deletes what no one can use now, and keeps what someone may', async () => {
  await put(
    `insert into auth.session (token, "userId", "expiresAt", "updatedAt")
     values ($1, $2, now() + $3::interval, now() - $4::interval)`,
    [
      ['over', investor.userId, '-1 minute', '2 minutes'],
      ['unused', investor.userId, '1 day', '8 days'],
      ['unused by an administrator', admin.userId, '1 hour', '31 minutes'],
      ['in use', investor.userId, '1 day', '6 days'],
      ['in use by an administrator', admin.userId, '1 hour', '29 minutes'],
    ],
  )
  await put(
    `insert into auth.link (user_id, purpose, token_hash, email, expires_at, used_at, ended_at) values
     ($2, 'invitation', $1, 'x', now() - $3::interval, now() - $4::interval, now() - $5::interval)`,
    [
      ['used long ago', investor.userId, '60 days', '61 days', null],
      ['ended long ago', investor.userId, '1 day', null, '61 days'],
      ['expired long ago', investor.userId, '61 days', null, null],
      ['used', investor.userId, '70 days', '59 days', null],
      ['expired', investor.userId, '59 days', null, null],
      ['open', investor.userId, '-1 day', null, null],
    ],
  )
  await put('insert into auth.known_device values ($1, $2, now() - $3::interval)', [
    ['lost', investor.userId, '31 days'],
    ['known', investor.userId, '29 days'],
  ])
  await put(
    `insert into auth.sign_in_attempt values ('email', $1, 3, now() - $2::interval, now() - $2::interval)`,
    [
      ['forgotten', '2 days'],
      ['counted', '1 minute'],
    ],
  )
  await put(
    `insert into app.command_key (actor_id, command, key, input_hash, created_at)
     values ($1, $2, $3, 'x', now() - $4::interval)`,
    [
      [admin.userId, 'old', randomUUID(), '31 days'],
      [admin.userId, 'recent', randomUUID(), '29 days'],
    ],
  )
  await put(
    `insert into app.outbox (template, user_id, state, sent_to, sent_at)
     values ('receipt', $1, 'sent', $2, now() - $3::interval)`,
    [
      [investor.userId, 'former@example.com', '61 days'],
      [investor.userId, 'recent@example.com', '59 days'],
      [investor.userId, investor.email, '61 days'],
    ],
  )
  await put(
    `insert into app.outbox (template, user_id, state, sent_to, attempted_at)
     values ('receipt', $1, 'failed', $2, now() - $3::interval)`,
    [
      [investor.userId, 'refused@example.com', '61 days'],
      [investor.userId, 'refused.lately@example.com', '59 days'],
    ],
  )
  await sweepNow()
  expect(await kept('select sent_to as name from app.outbox where sent_to is not null')).toEqual(
    [investor.email, 'recent@example.com', 'refused.lately@example.com'].sort(),
  )
  expect(await kept('select token as name from auth.session')).toEqual([
    'in use',
    'in use by an administrator',
  ])
  expect(await kept('select token_hash as name from auth.link')).toEqual([
    'expired',
    'open',
    'used',
  ])
  expect(await kept('select device_hash as name from auth.known_device')).toEqual(['known'])
  expect(await kept('select subject as name from auth.sign_in_attempt')).toEqual(['counted'])
  expect(await kept('select command as name from app.command_key')).toEqual(['recent'])
})

test('DATA-026 the worker throws away files to import that no one confirmed within a day, and keeps what was imported', async () => {
  await put(
    `insert into app.import_file (list, name, sha256, content, kept_at)
     values ('investors', $1, repeat($2, 64), 'Full name,Email', now() - $3::interval)`,
    [
      ['forgotten.csv', 'a', '25 hours'],
      ['looked at.csv', 'b', '23 hours'],
    ],
  )
  await put(
    `insert into app.import_file (list, name, sha256, kept_at, imported_at, imported_by, rows_added, rows_left_out)
     values ('investors', $1, repeat('c', 64), now() - $3::interval, now() - $3::interval, $2, 1, 0)`,
    [['imported.csv', admin.userId, '400 days']],
  )
  await sweepNow()
  expect(await kept('select name from app.import_file')).toEqual(['imported.csv', 'looked at.csv'])
})
