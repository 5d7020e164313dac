import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { stallEventLoop } from '../../../tests/stall.ts'
import { connectionOf } from './connections.server.ts'
import { dropConnectionsAfterLoss, watchPool } from './pool-watch.server.ts'

const stopped = new Set<number>()
const pools: pg.Pool[] = []

afterEach(async () => {
  for (const pid of stopped) process.kill(pid, 'SIGCONT')
  stopped.clear()
  await Promise.all(pools.splice(0).map((pool) => pool.end()))
})

function openPool(max = 4): pg.Pool {
  const pool = new pg.Pool({ ...connectionOf('msingi_web'), max, pipeline: true })
  watchPool(pool)
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))
  pools.push(pool)
  return pool
}

/** A connection whose server will never say another word, as when its machine loses power. */
async function darkConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  stopped.add(pid)
  return client
}

test('LIM-410 idle connections to a silent server are closed immediately, and the next caller gets a new one', async () => {
  const pool = openPool()
  const dark = await darkConnection(pool)
  dark.release()
  expect(pool.idleCount).toBe(1)
  dropConnectionsAfterLoss()
  expect([pool.idleCount, pool.totalCount]).toEqual([0, 0])
  expect((await pool.query('select 1 as answer')).rows).toEqual([{ answer: 1 }])
})

test('LIM-411 a connection in use is closed after its own silence, and one that answers when it is released', async () => {
  const pool = openPool()
  const dark = await darkConnection(pool)
  const working = await pool.connect()
  const waiting = dark.query('select 1')
  dropConnectionsAfterLoss()
  const isClosed = expect(waiting).rejects.toThrow('closed because the database did not answer')
  for (let second = 0; second < 7; second += 1) await working.query('select pg_sleep(1)')
  await isClosed
  dark.release(true)
  working.release()
  expect(pool.totalCount).toBe(0)
}, 20_000)

test('LIM-411 a connection that was given up in the middle of its questions does not stay open', async () => {
  const pool = openPool()
  const dark = await darkConnection(pool)
  const ended = new Promise((resolve) => dark.once('end', () => resolve('ended')))
  const answers = Promise.allSettled([dark.query('select 1'), dark.query('select 2')])
  dropConnectionsAfterLoss()
  dark.release(true)
  expect(await ended).toBe('ended')
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
}, 20_000)

test('LIM-412 a stalled event loop is no silence of the database', async () => {
  const pool = openPool()
  const working = await pool.connect()
  const answer = working.query('select 1 as answer from pg_sleep(0.2)')
  dropConnectionsAfterLoss()
  // The question leaves before the stall begins.
  await sleep(50)
  await stallEventLoop(5_500)
  expect((await answer).rows).toEqual([{ answer: 1 }])
  working.release()
}, 20_000)
