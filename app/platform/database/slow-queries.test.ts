import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { config } from '../config.server.ts'
import { inRequest } from '../observability/log.server.ts'
import { authDatabase, queryWithoutRole } from './connections.server.ts'
import { transact } from './database.server.ts'
import { statementForLog } from './slow-queries.server.ts'

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
const slowly = sql`select pg_sleep(0.1), ${'Amina Yusuf'}::text as name`

test('a slow statement of a transaction is logged by its text, without parameters', async () => {
  await inRequest('of this request', () =>
    transact({ role: 'guest' }, async ({ tx }) => {
      await slowly.execute(tx)
      await sql`select ${'quick'}::text`.execute(tx)
    }),
  )
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'warn',
      message: 'slow query',
      requestId: 'of this request',
      statement: asleep,
    }),
  ])
  expect(lines[0]?.ms).toBeGreaterThanOrEqual(100)
})

test('so is one of sign-in, one without a role, and one that fails', async () => {
  await slowly.execute(authDatabase)
  await queryWithoutRole({ text: `${asleep} from app.me()`, values: ['Amina Yusuf'] })
  await queryWithoutRole({
    text: 'select 1 / (case when pg_sleep(0.1)::text is null then 1 else 0 end)',
  }).catch(() => undefined)
  expect(lines.map(({ statement }) => statement)).toEqual([
    asleep,
    `${asleep} from app.me()`,
    expect.stringContaining('select 1 / '),
  ])
})

test('nothing is logged where the setting is 0', async () => {
  config.slowQueryMs = 0
  await slowly.execute(authDatabase)
  await queryWithoutRole({ text: asleep, values: ['Amina Yusuf'] })
  expect(lines).toEqual([])
})

test('what a statement quotes is left out', () => {
  expect(
    statementForLog("begin;\n  select set_config('app.client_address', '10.0.0.1', true), 'it''s'"),
  ).toBe("begin; select set_config('…', '…', true), '…'")
})
