import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { relayTo } from './relay.ts'

const own = new URL(process.env.DATABASE_URL ?? '')
const relay = await relayTo(
  `${own.searchParams.get('host')}/.s.PGSQL.${own.searchParams.get('port')}`,
)
const patience = { timeout: 60_000, interval: 200 }

test('OPS-005 when the database goes dark, every connection is closed, the product is not ready, and it recovers', async () => {
  const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { username, password, pathname } = own
  vi.stubEnv(
    'DATABASE_URL',
    `postgresql://${username}:${password}@127.0.0.1:${relay.port}${pathname}`,
  )
  vi.stubEnv('DATABASE_REPLICA_URL', '')
  vi.resetModules()
  const { closeDatabase, primaryPools } = await import(
    '../../app/platform/database/connections.server.ts'
  )
  const { transact } = await import('../../app/platform/database/database.server.ts')
  const live = await import('../../app/platform/http/live.server.ts')
  const { missingParts, rememberSchema } = await import(
    '../../app/platform/observability/readiness.server.ts'
  )
  const heard = vi.fn()
  live.listenFor(['public'], heard)
  await live.startListening()
  await rememberSchema()
  expect(await missingParts()).toEqual([])

  const asksEarly = Promise.withResolvers<void>()
  const asksLate = Promise.withResolvers<void>()
  const question = sql<{ answer: number }>`select 1 as answer`
  const begun = [asksEarly, asksLate].map(({ promise }) => {
    const isOpen = Promise.withResolvers<void>()
    const result = transact({ role: 'system' }, async ({ tx }) => {
      await question.execute(tx)
      isOpen.resolve()
      await promise
      return (await question.execute(tx)).rows
    })
    result.catch(() => undefined)
    return { isOpen: isOpen.promise, result }
  })
  await Promise.all(begun.map(({ isOpen }) => isOpen))
  const idle = await Promise.all(primaryPools.map((pool) => pool.connect()))
  for (const client of idle) client.release()

  relay.goDark()
  expect(relay.left()).toBeGreaterThanOrEqual(begun.length + primaryPools.length)
  // One transaction waits for an answer, the other asks nothing until its connection is gone.
  asksEarly.resolve()
  await expect(begun[0]?.result).rejects.toThrow()
  await vi.waitFor(async () => expect(await missingParts()).toContain('database'), patience)
  for (const pool of primaryPools) expect(pool.idleCount).toBe(0)
  expect(logged.mock.calls.join()).toContain('closed because the listening connection was lost')

  relay.heal()
  await vi.waitFor(() => expect(relay.left()).toBe(0), patience)
  asksLate.resolve()
  await expect(begun[1]?.result).rejects.toThrow()
  await vi.waitFor(async () => expect(await missingParts()).toEqual([]), patience)
  expect(heard).toHaveBeenCalledWith(null, expect.any(Number))
  for (const pool of primaryPools)
    expect((await pool.query('select 1 as answer')).rows).toEqual([{ answer: 1 }])
  await live.stopListening()
  await closeDatabase()
  await relay.close()
}, 150_000)

test('OPS-005 every connection keeps itself alive', async () => {
  const { connectionPools } = await import('../../app/platform/database/connections.server.ts')
  const { databaseSettings } = await import('../../config/database-client.ts')
  const alive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
  for (const pool of Object.values(connectionPools)) expect(pool.options).toMatchObject(alive)
  expect(databaseSettings(own.href)).toMatchObject(alive)
})
