import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config } from './config.server.ts'
import { PreparingClient } from './connections.server.ts'
import { inRequest } from './log.server.ts'
import { connectionOf } from './login-connection.server.ts'
import { statementForLog, WatchedClient } from './slow-queries.server.ts'

let lines: Record<string, unknown>[] = []
const threshold = config.slowQueryMs

beforeEach(() => {
  lines = []
  config.slowQueryMs = 50
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    lines.push(JSON.parse(String(line)))
    return true
  })
})
afterEach(() => {
  config.slowQueryMs = threshold
})

const asleep = 'select pg_sleep(0.1), $1::text as name'

test.each([WatchedClient, PreparingClient])(
  'a slow statement is logged by its text, without parameters: %o',
  async (Client) => {
    const client = new Client(connectionOf('msingi_web'))
    await client.connect()
    await inRequest('of this request', () => client.query(asleep, ['Amina Yusuf']))
    await client.query('select $1::text', ['quick'])
    await client.end()
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'warn',
        message: 'slow query',
        requestId: 'of this request',
        statement: asleep,
      }),
    ])
    expect(lines[0]?.ms).toBeGreaterThanOrEqual(100)
  },
)

test('through a pool and with a statement that fails as well', async () => {
  const pool = new pg.Pool({ ...connectionOf('msingi_web'), Client: WatchedClient })
  await pool.query({ text: asleep, values: ['Amina Yusuf'] })
  await pool.query('select pg_sleep(0.1); select 1 / 0').catch(() => undefined)
  await pool.end()
  expect(lines.map(({ statement }) => statement)).toEqual([
    asleep,
    'select pg_sleep(0.1); select 1 / 0',
  ])
})

test('nothing is logged where the setting is 0', async () => {
  config.slowQueryMs = 0
  const client = new WatchedClient(connectionOf('msingi_web'))
  await client.connect()
  await client.query(asleep, ['Amina Yusuf'])
  await client.end()
  expect(lines).toEqual([])
})

test('what a statement quotes is left out: the opening of a transaction names the client address', () => {
  expect(
    statementForLog("begin;\n  select set_config('app.client_address', '10.0.0.1', true), 'it''s'"),
  ).toBe("begin; select set_config('…', '…', true), '…'")
})
