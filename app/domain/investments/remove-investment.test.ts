import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aPayment, cancelInvestment } from '../../../tests/ledger.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { investmentTotals } from './investment-totals.server.ts'
import { listInvestments } from './investments.server.ts'
import { type Removal, removeInvestment, restoreInvestment } from './remove-investment.server.ts'

const admin = await anAdmin()
const investor = await anInvestor('Hodan Abdi')
const anOpenOne = async (project = 'Coastal Villas') =>
  anInvestment(investor.investorId, await aProject(project), usd('1,000'))
const remove = (id: string, how: Removal) => as(admin, (actor) => removeInvestment(actor, id, how))
const restore = (id: string) => as(admin, (actor) => restoreInvestment(actor, id))
const pay = (id: string) => aPayment(admin, id, ['1', '2026-03-01'])
const cancel = (id: string) => cancelInvestment(admin, id)
const rows = async (id: string) =>
  (await change('select archived_at from app.investment where id = $1', [id])).rows

const list = (q: string, status: 'archived' | null = null) =>
  as(admin, (actor) => listInvestments(actor, { q, status, due: null, order: 'newest', page: 1 }))

test('MIV-032 (W-28) without any history an investment is deleted for good', async () => {
  const id = await anOpenOne()
  expect(await remove(id, 'delete')).toEqual({ removed: 'deleted' })
  expect(await rows(id)).toEqual([])
  expect(await remove(id, 'delete')).toEqual({ refused: 'not-found' })
})

test('MIV-032 (W-28) with a history it is archived: it leaves the list, counts on, takes no payment and comes back', async () => {
  const id = await anOpenOne('Seafront Lofts')
  await pay(id)
  await cancel(id)
  const before = await as(admin, investmentTotals)
  expect(await remove(id, 'archive')).toEqual({ removed: 'archived' })
  expect(await list('seafront')).toMatchObject({ total: 0, counts: { all: 0, archived: 1 } })
  expect((await list('seafront', 'archived')).investments).toMatchObject([{ id, isArchived: true }])
  expect(await as(admin, investmentTotals)).toEqual(before)
  const paid = `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on)
    values ($1, 'payment', 100, '2026-03-01')`
  await expect(change(paid, [id])).rejects.toThrow('archived investment takes no payments')
  expect(await remove(id, 'archive')).toEqual({ refused: 'archived' })
  expect(await restore(id)).toEqual({ investmentId: id })
  expect((await list('seafront')).investments).toMatchObject([{ id, isArchived: false }])
  expect(await restore(id)).toEqual({ refused: 'not-archived' })
  expect(await restore(randomUUID())).toEqual({ refused: 'not-found' })
})

test('an active investment is neither: it is cancelled or completed first', async () => {
  const id = await anOpenOne()
  await pay(id)
  expect(await remove(id, 'archive')).toEqual({ refused: 'active' })
  expect(await remove(id, 'delete')).toEqual({ refused: 'active' })
})

test('what was asked about is what is done: when it has become the other in the meantime, nothing is', async () => {
  const id = await anOpenOne()
  expect(await remove(id, 'archive')).toEqual({ refused: 'has-none-now' })
  await pay(id)
  await cancel(id)
  expect(await remove(id, 'delete')).toEqual({ refused: 'has-history-now' })
  expect(await rows(id)).toEqual([{ archived_at: null }])
})
