import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { ask, startPrimary, startStandby } from '../../bench/cluster/postgres.ts'
import { migrate } from '../../db/migrate.ts'
import { refuseUnreachable, refuseUnwritable } from '../../server/postgres/named-database.ts'
import { removeDatabase } from '../../server/postgres/postgres-place.ts'
import { stopPostmaster } from '../../server/postgres/postmaster.ts'
import { connected } from '../../server/recovery/database.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'msingi-two-'))
const { place, server: primary } = await startPrimary(dataDir)
const standby = await startStandby(place)

afterAll(async () => {
  await stopPostmaster(join(place.folder, 'standby'))
  await stopPostmaster(place.cluster)
  await removeDatabase(dataDir)
})

const socketOf = (url: string) => new URL(url).searchParams.get('host') ?? ''

/** Both servers, the standby first. */
function addressOf(more: Record<string, string> = {}): string {
  const url = new URL(primary.url)
  const hosts = [socketOf(standby.url), socketOf(primary.url)].join()
  for (const [name, value] of Object.entries({ host: hosts, port: '5432', ...more }))
    url.searchParams.set(name, value)
  return url.href
}

const readWrite = addressOf({ target_session_attrs: 'read-write' })
const isStandby = 'select pg_is_in_recovery() as standby'

async function serverOf(address: string): Promise<boolean> {
  const { rows } = await connected(address, (client) => client.query(isStandby))
  return rows[0]?.standby
}

test('OPS-001 of several servers the one that is written to is used, wherever it is named', async () => {
  expect(await serverOf(readWrite)).toBe(false)
  expect(await serverOf(addressOf())).toBe(false)
  expect(await serverOf(addressOf({ target_session_attrs: 'standby' }))).toBe(true)
  await refuseUnwritable(readWrite)
})

test('OPS-001 a standby, and a list without a server that writes, are refused with the reasons', async () => {
  const url = new URL(standby.url)
  url.searchParams.set('target_session_attrs', 'read-write')
  await expect(refuseUnreachable(url.href)).rejects.toThrow(
    `DATABASE_URL: no PostgreSQL of it can be used (${socketOf(standby.url)}:5432 is read-only, like a standby).`,
  )
  const nowhere = addressOf({ host: `${socketOf(standby.url)},127.0.0.1`, port: '5432,1' })
  await expect(refuseUnwritable(nowhere)).rejects.toThrow(
    /^DATABASE_URL: no PostgreSQL of it can be used \(\S+:5432 is read-only, like a standby; 127\.0\.0\.1:1: connect ECONNREFUSED 127\.0\.0\.1:1\)\.$/,
  )
})

test('OPS-004 when the primary dies and its standby is promoted, every connection of the program goes on there', async () => {
  const { secret } = await import('../cluster.ts')
  await migrate(readWrite, secret, () => undefined)
  vi.stubEnv('DATABASE_URL', readWrite)
  vi.stubEnv('DATABASE_REPLICA_URL', '')
  vi.resetModules()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { connectionPools, closeDatabase } = await import(
    '../../app/platform/database/connections.server.ts'
  )
  const live = await import('../../app/platform/http/live.server.ts')
  const { enqueue, startEnqueueing, stopEnqueueing } = await import(
    '../../app/platform/jobs/jobs.server.ts'
  )
  const { transact } = await import('../../app/platform/database/database.server.ts')
  const pools = Object.values(connectionPools)
  const heard = vi.fn()
  live.listenFor(['public'], heard)
  await live.startListening()
  await startEnqueueing()
  const queue = () =>
    transact({ role: 'system' }, (actor) => enqueue(actor, 'answer-mail-request', job))
  const job = { requestId: '018f0000-0000-7000-8000-000000000000' }
  await queue()
  for (const pool of pools) expect((await pool.query(isStandby)).rows[0]?.standby).toBe(false)

  await primary.stopImmediately()
  await ask(standby.url, (client) => client.query('select pg_promote()'))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith(null, expect.any(Number)), {
    timeout: 30_000,
  })
  for (const pool of pools) expect((await pool.query(isStandby)).rows[0]?.standby).toBe(false)
  await queue()
  await migrate(readWrite, secret, () => undefined)
  const jobs = await connected(readWrite, (client) =>
    client.query("select from pgboss.job where name = 'answer-mail-request'"),
  )
  expect(jobs.rowCount).toBe(2)
  heard.mockClear()
  await connected(readWrite, (client) => client.query("notify msingi, 'public'"))
  await vi.waitFor(() => expect(heard).toHaveBeenCalledWith('public', expect.any(Number)), {
    timeout: 10_000,
  })
  await live.stopListening()
  await stopEnqueueing()
  await closeDatabase()
})
