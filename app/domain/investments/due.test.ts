import { beforeEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aPayment } from '../../../tests/ledger.ts'
import { aMilestone, aPlan } from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { duePayments } from './due.server.ts'
import { type DueKind, dueKinds } from './investment.ts'
import { investmentTotals } from './investment-totals.server.ts'
import { listInvestments } from './investments.server.ts'

const admin = await anAdmin()
const { investorId } = await anInvestor('Hodan Abdi')
const project = await aProject('Corner Plaza')

type Facts = { paid?: string; next?: string; nextAmount?: string }

async function put(amount: string, { paid, next, nextAmount }: Facts) {
  const id = await anInvestment(investorId, project, usd(amount))
  if (paid) await aPayment(admin, id, [paid, '2026-02-01'])
  await change(
    'update app.investment set next_payment_on = $2, next_payment_cents = $3 where id = $1',
    [id, next ?? null, nextAmount ? usd(nextAmount) : null],
  )
  return id
}

// In Nairobi it is the 20th already, though not in London.
beforeEach(() => setClock(() => new Date('2026-11-19T22:00:00Z')))
const long = await put('1,000', { paid: '400', next: '2026-10-20' })
const yesterday = await put('1,000', { next: '2026-11-19', nextAmount: '150.50' })
const today = await put('2,000', { next: '2026-11-20' })
const lastDay = await put('3,000', { next: '2026-11-26', nextAmount: '10' })
await put('4,000', { next: '2026-11-27' })
const undated = await put('5,000', { paid: '1,000' })
// None of these waits for a payment, whatever day they name.
await put('6,000', {})
await put('700', { paid: '700', next: '2026-10-01' })
const cancelled = await put('8,000', { next: '2026-10-01' })
await change(
  "update app.investment set status = 'cancelled', cancelled_on = '2026-11-01' where id = $1",
  [cancelled],
)
const archived = await put('9,000', { next: '2026-10-02' })
await change('update app.investment set archived_at = now() where id = $1', [archived])

const listed = (due: DueKind | null, status: 'active' | null = null) =>
  as(admin, (actor) =>
    listInvestments(actor, { q: '', status, due, order: 'next-payment', page: 1 }),
  )

test('ADM-024 payments are overdue before today, due on seven days from today, or have no day though active', async () => {
  expect(await as(admin, duePayments)).toEqual({
    overdue: { count: 2, amount: usd('750.50'), first: '2026-10-20' },
    week: { count: 2, amount: usd('2,010'), first: '2026-11-20' },
    undated: { count: 1, amount: usd('4,000'), first: null },
    until: '2026-11-26',
  })
})

test('ADM-024 each count is that of the list it leads to, and of the figure above the list', async () => {
  const counted = await as(admin, duePayments)
  for (const kind of dueKinds) {
    const { total, investments, counts } = await listed(kind)
    expect([kind, total, counts.all]).toEqual([kind, counted[kind].count, counted[kind].count])
    expect(investments).toHaveLength(total)
  }
  const idsOf = async (kind: DueKind) => (await listed(kind)).investments.map(({ id }) => id)
  expect(await idsOf('overdue')).toEqual([long, yesterday])
  expect(await idsOf('week')).toEqual([today, lastDay])
  expect(await idsOf('undated')).toEqual([undated])
  expect((await listed('overdue', 'active')).investments.map(({ id }) => id)).toEqual([long])
  expect((await as(admin, investmentTotals)).overdue).toBe(2)
  expect((await listed(null)).total).toBe(9)
})

test('PLAN-153 an active investment whose plan waits for a milestone does not lack a next payment date', async () => {
  const id = await anInvestment(investorId, project, usd('900'))
  await aPlan(id, [
    { amount: usd('400'), dueOn: '2026-02-10' },
    { amount: usd('500'), milestoneId: await aMilestone(project, 'Roof'), days: 0 },
  ])
  await aPayment(admin, id, ['400', '2026-02-11'])
  expect((await as(admin, duePayments)).undated.count).toBe(1)
  expect((await listed('undated')).investments.map((found) => found.id)).toEqual([undated])
})

test('PLAN-158 every payment due within seven days counts, also of an investment with one overdue or several', async () => {
  const id = await anInvestment(investorId, project, usd('5,000'))
  const due = (amount: string, dueOn: string) => ({ amount: usd(amount), dueOn })
  await aPlan(id, [
    due('1000', '2026-11-18'),
    due('1500', '2026-11-20'),
    due('500', '2026-11-26'),
    due('2000', '2026-11-27'),
  ])
  expect(await as(admin, duePayments)).toMatchObject({
    overdue: { count: 3, amount: usd('1750.50') },
    week: { count: 4, amount: usd('4010'), first: '2026-11-20' },
  })
  expect((await listed('week')).investments.map((found) => found.id)).toContain(id)
  // What is nearly paid is no longer asked for.
  await aPayment(admin, id, ['2496', '2026-11-19'])
  expect((await as(admin, duePayments)).week).toMatchObject({ count: 3, amount: usd('2510') })
})
