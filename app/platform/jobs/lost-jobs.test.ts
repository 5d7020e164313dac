import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { change } from '../../../tests/database.ts'
import { connectionPools } from '../database/connections.server.ts'
import { watchForLostJobs } from './lost-jobs.server.ts'

const query = (text: string, values?: unknown[]) => connectionPools.system.query(text, values)
let watch: { stop: () => Promise<void> } | null = null

afterEach(async () => {
  await watch?.stop()
  vi.restoreAllMocks()
})

/** A job that some worker began, as pg-boss leaves it. */
async function begun() {
  const id = randomUUID()
  await change(
    `insert into pgboss.job (id, name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit)
     values ($1, 'sweep', null, 'active', now(), now(), 60, 4)`,
    [id],
  )
  return id
}

const stateOf = async (id: string) => {
  const { rows } = await change(
    'select state, start_after <= now() as due from pgboss.job where id = $1',
    [id],
  )
  return rows[0]
}

test('a job whose worker died is due again within eight seconds, and one whose worker lives is left alone', async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const [lost, held] = [await begun(), await begun()]
  watch = watchForLostJobs(query)
  const beats = setInterval(
    () => void change('update pgboss.job set heartbeat_on = now() where id = $1', [held]),
    1_500,
  )
  await vi.waitFor(
    async () => expect(await stateOf(lost)).toEqual({ state: 'retry', due: true }),
    8_000,
  )
  clearInterval(beats)
  expect(await stateOf(held)).toMatchObject({ state: 'active' })
}, 15_000)

test('while the database gives no answer nothing counts as silence', async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  const id = await begun()
  let isAway = false
  let looks = 0
  watch = watchForLostJobs((text, values) => {
    looks += 1
    return isAway ? Promise.reject(new Error('away')) : query(text, values)
  })
  const looked = (times: number) => {
    const until = looks + times
    return vi.waitFor(() => expect(looks).toBeGreaterThanOrEqual(until), 8_000)
  }
  await looked(3)
  isAway = true
  await looked(2)
  isAway = false
  await looked(3)
  expect(await stateOf(id)).toMatchObject({ state: 'active' })
  await vi.waitFor(async () => expect(await stateOf(id)).toMatchObject({ state: 'retry' }), 6_000)
}, 20_000)
