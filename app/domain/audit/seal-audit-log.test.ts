import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { log } from '../../platform/observability/log.server.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { sealAuditLog } from './seal-audit-log.server.ts'

type Seal = {
  number: number
  first_id: string
  last_id: string
  row_count: number
  previous_hash: string
  hash: string
}

async function seals(): Promise<Seal[]> {
  const { rows } = await change<Seal>(
    'select number, first_id, last_id, row_count, previous_hash, hash from app.audit_seal order by number',
  )
  return rows
}

const lastSealed = async () => Number((await seals()).at(-1)?.last_id ?? 0)
const act = `select app.audit_act('export', 'audit_log', null, '{"note": "Ünï \\"quoted\\""}')`

async function written(): Promise<number> {
  await change(act)
  const { rows } = await change<{ id: string }>('select max(id) as id from app.audit_log')
  return Number(rows[0]?.id)
}

/** As often as it takes: transactions of another file's tests on this server are waited for, too. */
const sealedAsFarAs = (id: number) =>
  vi.waitFor(async () => {
    await sealAuditLog(workerCommand)
    expect(await lastSealed()).toBeGreaterThanOrEqual(id)
  }, 15_000)

test('what was written before one run is sealed by the next', async () => {
  const id = await written()
  await sealAuditLog(workerCommand)
  expect(await lastSealed()).toBeLessThan(id)
  await sealedAsFarAs(id)
})

test('a seal is the SHA-256 of a line about itself, with the hash of the seal before, and a line for each row', async () => {
  await sealedAsFarAs(await written())
  await sealedAsFarAs(await written())
  const [former, seal] = (await seals()).slice(-2)
  if (!former || !seal) throw new Error('no seals')
  expect(seal.previous_hash).toBe(former.hash)
  expect(Number(seal.first_id)).toBe(Number(former.last_id) + 1)
  const { rows } = await change<{ line: string }>(
    `select jsonb_build_array(id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), actor, actor_id,
       client_address, act, subject, subject_id, before, after)::text as line
     from app.audit_log where id between $1 and $2 order by id`,
    [seal.first_id, seal.last_id],
  )
  const { number, first_id, last_id, row_count, previous_hash } = seal
  const head = `[${number}, ${first_id}, ${last_id}, ${row_count}, "${previous_hash}"]`
  const text = [head, ...rows.map(({ line }) => line)].join('\n')
  expect(rows).toHaveLength(row_count)
  expect(createHash('sha256').update(text).digest('hex')).toBe(seal.hash)
})

test('the hash of each seal is logged, for those who keep the log elsewhere', async () => {
  const logged = vi.spyOn(log, 'info')
  await sealedAsFarAs(await written())
  const { number, row_count, hash } = (await seals()).at(-1) ?? {}
  expect(logged).toHaveBeenCalledWith('audit log sealed', { seal: number, rows: row_count, hash })
})

test('a row of a transaction that is still at work is waited for, and sealed in its place', async () => {
  await asSuperuser(async (client) => {
    await client.query(`begin; set local app.actor = 'command'; ${act}`)
    const { rows } = await client.query<{ id: string }>('select max(id) as id from app.audit_log')
    const slow = Number(rows[0]?.id)
    const quick = await written()
    expect(quick).toBeGreaterThan(slow)
    await sealAuditLog(workerCommand)
    await sealAuditLog(workerCommand)
    expect(await lastSealed()).toBeLessThan(slow)
    await client.query('commit')
    await sealedAsFarAs(quick)
    const seal = (await seals()).find(({ last_id }) => Number(last_id) >= slow)
    expect(Number(seal?.first_id)).toBeLessThanOrEqual(slow)
    const { rows: counted } = await client.query<{ n: number }>(
      'select count(*)::int as n from app.audit_log where id between $1 and $2',
      [seal?.first_id, seal?.last_id],
    )
    expect(seal?.row_count).toBe(counted[0]?.n)
  })
})

test('many rows are sealed in batches', async () => {
  await change(
    `select app.audit_act('export', 'audit_log', null, '{}') from generate_series(1, 12000)`,
  )
  await sealedAsFarAs(await written())
  const sizes = (await seals()).map(({ row_count }) => row_count)
  expect(sizes.filter((size) => size === 5000)).toHaveLength(2)
  expect(Math.max(...sizes)).toBe(5000)
})

test('a mark that came with a copy of another server’s database is made again', async () => {
  await change('update app.audit_mark set marked_in = 9000000000000000')
  await sealedAsFarAs(await written())
})
