import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { receivedByMonth } from './received-by-month.server.ts'
import { voidEntry } from './void-entry.server.ts'

const admin = await anAdmin()
const { investorId } = await anInvestor('Hodan Abdi')
const project = await aProject('Corner Plaza')
const investment = await anInvestment(investorId, project, usd('10,000'))
await change("update app.investment set invested_on = '2025-01-01' where id = $1", [investment])

beforeEach(() => setClock(() => new Date('2026-11-20T09:00:00Z')))

async function enter(kind: string, amount: bigint, on: string) {
  const { rows } = await change<{ id: string }>(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reason)
     values ($1, $2, $3, $4, 'As agreed') returning id`,
    [investment, kind, amount, on],
  )
  return rows[0]?.id ?? ''
}

const months = async () =>
  (await as(admin, receivedByMonth)).map(({ month, payments, corrections, received }) => [
    month,
    payments,
    corrections,
    received,
  ])

test('ADM-025 the last twelve months say what came in by its business date, less what went back', async () => {
  await enter('payment', usd('5,000'), '2025-11-30')
  await enter('payment', usd('100'), '2025-12-01')
  await enter('payment', usd('250.50'), '2026-10-31')
  await enter('refund', -usd('1,000'), '2026-11-01')
  await enter('adjustment', usd('7'), '2026-11-20')
  await enter('payment', usd('20'), '2026-11-20')
  const found = await months()
  expect(found).toHaveLength(12)
  expect(found[0]).toEqual(['2025-12-01', usd('100'), 0n, usd('100')])
  expect(found[1]).toEqual(['2026-01-01', 0n, 0n, 0n])
  expect(found[10]).toEqual(['2026-10-01', usd('250.50'), 0n, usd('250.50')])
  expect(found[11]).toEqual(['2026-11-01', usd('20'), -usd('993'), -usd('973')])
})

test('ADM-260 a void counts in the month of its own day, so that a month that is over keeps what it showed', async () => {
  const entryId = await enter('payment', usd('60'), '2026-08-15')
  const back = await enter('refund', -usd('30'), '2026-09-15')
  const before = await months()
  expect(before[8]).toEqual(['2026-08-01', usd('60'), 0n, usd('60')])
  for (const entry of [back, entryId]) {
    const voided = await as(admin, (actor) =>
      voidEntry(actor, {
        key: randomUUID(),
        entryId: entry,
        reason: 'By mistake',
        voidedOn: day('2026-11-20'),
      }),
    )
    expect(voided).toHaveProperty('voidId')
  }
  const after = await months()
  expect(after.slice(0, 11)).toEqual(before.slice(0, 11))
  expect(after[11]?.[3]).toBe((before[11]?.[3] as bigint) - usd('30'))
  // The ledger, month by month, is what the dashboard shows, and so is what a recount finds.
  const { rows } = await change<{ id: string; sum: string }>(
    "select to_char(dated_on, 'YYYY-MM-01') as id, sum(amount_cents)::text as sum from app.ledger_entry group by 1",
  )
  const ledger = new Map(rows.map(({ id, sum }) => [id, BigInt(sum)]))
  for (const [month, , , received] of after)
    expect([month, received]).toEqual([month, ledger.get(String(month)) ?? 0n])
  await change('select app.recount()::text as id')
  expect(await months()).toEqual(after)
})

test('ADM-025 money on an investment that was cancelled later did come in', async () => {
  const before = await months()
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-11-20' where id = $1",
    [investment],
  )
  expect(await months()).toEqual(before)
})
