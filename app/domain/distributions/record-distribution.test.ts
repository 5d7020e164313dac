import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { cents, usd } from '../../values/money.ts'
import { recordDistribution } from './record-distribution.server.ts'

const admin = await anAdmin()
const { investorId } = await anInvestor()

type Paid = { on?: string; amount: bigint; voided?: boolean }

/** An investment in this project with these payments; `cancelledOn` is set afterwards. */
function paidIn(projectId: string, payments: Paid[], cancelledOn: string | null = null) {
  return asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    const { rows } = await client.query<{ id: string }>(
      `insert into app.investment (investor_id, project_id, amount_cents, invested_on)
       values ($1, $2, 99999999999999, '2025-01-01') returning id`,
      [investorId, projectId],
    )
    const id = rows[0]?.id ?? ''
    for (const { on = '2026-01-10', amount, voided = false } of payments) {
      const entry = await client.query<{ id: string }>(
        `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, $3)
         returning id`,
        [id, amount, on],
      )
      if (voided)
        await client.query(
          `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
           values ($1, 'void', $2, '2026-06-01', $3, 'Bounced')`,
          [id, -amount, entry.rows[0]?.id],
        )
    }
    if (cancelledOn)
      await client.query(
        "update app.investment set status = 'cancelled', cancelled_on = $2 where id = $1",
        [id, cancelledOn],
      )
    return id
  })
}

const distribute = (
  projectId: string,
  total = usd('1,000'),
  datedOn = day('2026-03-31'),
  key = randomUUID(),
) =>
  as(admin, (actor) =>
    recordDistribution(actor, {
      key,
      projectId,
      total,
      datedOn,
      note: null,
      seen: null,
      again: true,
    }),
  )

function sharesOf(projectId: string) {
  return asSuperuser(async (client) => {
    const { rows } = await client.query<{ investment_id: string; amount_cents: string }>(
      `select s.investment_id, s.amount_cents from app.distribution_share s
       join app.distribution d on d.id = s.distribution_id where d.project_id = $1 order by s.investment_id`,
      [projectId],
    )
    return Object.fromEntries(rows.map((row) => [row.investment_id, BigInt(row.amount_cents)]))
  })
}

test('shares follow the cents received by the end of the record date', async () => {
  const project = await aProject()
  const first = await paidIn(project, [{ amount: 30_000n }, { amount: 30_000n, on: '2026-03-31' }])
  const two = await paidIn(project, [{ amount: 20_000n }, { amount: 90_000n, on: '2026-04-01' }])
  const unpaid = await paidIn(project, [])
  expect(await distribute(project)).toEqual({ distributionId: expect.any(String), shares: 2 })
  const shares = await sharesOf(project)
  expect(shares).toEqual({ [first]: 75_000n, [two]: 25_000n })
  expect(shares).not.toHaveProperty(unpaid)
})

test('a voided payment counts for nothing, even when it was voided after the record date', async () => {
  const project = await aProject()
  const first = await paidIn(project, [{ amount: 10_000n }, { amount: 50_000n, voided: true }])
  const two = await paidIn(project, [{ amount: 10_000n }])
  await distribute(project)
  expect(await sharesOf(project)).toEqual({ [first]: 50_000n, [two]: 50_000n })
})

test('cancelled by the end of the record date gets nothing; cancelled the day after still has its share', async () => {
  const project = await aProject()
  const stays = await paidIn(project, [{ amount: 10_000n }])
  const after = await paidIn(project, [{ amount: 10_000n }], '2026-04-01')
  await paidIn(project, [{ amount: 10_000n }], '2026-03-31')
  await distribute(project)
  expect(await sharesOf(project)).toEqual({ [stays]: 50_000n, [after]: 50_000n })
})

test('the cent that is left over goes to the largest remainder, and to the smaller id among equals', async () => {
  const project = await aProject()
  const ids = [
    await paidIn(project, [{ amount: 100n }]),
    await paidIn(project, [{ amount: 100n }]),
    await paidIn(project, [{ amount: 100n }]),
  ].sort()
  await distribute(project, cents(1001n))
  expect(await sharesOf(project)).toEqual({
    [ids[0] ?? '']: 334n,
    [ids[1] ?? '']: 334n,
    [ids[2] ?? '']: 333n,
  })
})

test('with nothing received, of an unknown project, of nothing, or for a day to come it is refused', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const project = await aProject()
  expect(await distribute(project)).toEqual({ refused: 'nothing-received' })
  await paidIn(project, [{ amount: 5n, on: '2026-05-01' }])
  await paidIn(project, [{ amount: 5n, voided: true }])
  expect(await distribute(project)).toEqual({ refused: 'nothing-received' })
  expect(await distribute(randomUUID())).toEqual({ refused: 'not-found' })
  expect(await distribute(project, cents(0n))).toEqual({ refused: 'not-positive' })
  expect(await distribute(project, usd('1'), day('2026-07-02'))).toEqual({
    refused: 'in-the-future',
    today: '2026-07-01',
  })
  expect(await sharesOf(project)).toEqual({})
})

test('of two that record the same together the second waits, and then reads about the first', async () => {
  const project = await aProject()
  await paidIn(project, [{ amount: 10_000n }])
  const facts = {
    projectId: project,
    total: usd('10'),
    datedOn: day('2026-03-31'),
    note: null,
    seen: null,
    again: false,
  }
  const sendOnce = () =>
    as(admin, (actor) => recordDistribution(actor, { ...facts, key: randomUUID() }))
  const answers = await asSuperuser(async (client) => {
    await client.query('begin')
    await client.query('select from app.project where id = $1 for no key update', [project])
    const both = Promise.all([sendOnce(), sendOnce()])
    await expect
      .poll(async () => {
        const { rows } = await client.query(
          "select from pg_stat_activity where wait_event_type = 'Lock'",
        )
        return rows.length
      })
      .toBeGreaterThan(0)
    await client.query('commit')
    return both
  })
  expect(answers).toContainEqual({ distributionId: expect.any(String), shares: 1 })
  expect(answers).toContainEqual({ refused: 'already-recorded' })
})

test('the same key distributes once', async () => {
  const project = await aProject()
  await paidIn(project, [{ amount: 10_000n }])
  const key = randomUUID()
  const answers = await Promise.all(
    [1, 2, 3].map(() => distribute(project, usd('10'), day('2026-03-31'), key)),
  )
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(Object.values(await sharesOf(project))).toEqual([1_000n])
})

test('whatever was received, the stored shares are the total exactly, each within a cent of its part', async () => {
  const received = fc.array(fc.bigInt({ min: 1n, max: 5_000_000_000n }), {
    minLength: 1,
    maxLength: 8,
  })
  const totals = fc.bigInt({ min: 1n, max: 99_999_999_999n })
  await fc.assert(
    fc.asyncProperty(received, totals, async (amounts, total) => {
      const project = await aProject()
      const paid = new Map<string, bigint>()
      for (const amount of amounts) paid.set(await paidIn(project, [{ amount }]), amount)
      await distribute(project, cents(total))
      const shares = await sharesOf(project)
      const whole = amounts.reduce((sum, amount) => sum + amount, 0n)
      expect(Object.values(shares).reduce((sum, amount) => sum + amount, 0n)).toBe(total)
      for (const [id, amount] of paid) {
        const cut = (total * amount) / whole
        expect([cut, cut + 1n]).toContain(shares[id])
      }
    }),
    { numRuns: 25 },
  )
})
