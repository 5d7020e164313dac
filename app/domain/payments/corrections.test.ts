import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aRate } from '../../../tests/bank-transactions.ts'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { findInvestmentInFull } from '../investments/investment-in-full.server.ts'
import { recordAdjustment } from './adjust.server.ts'
import type { AdjustmentInput, RefundInput } from './correction-schema.ts'
import { ledgerOf } from './ledger.server.ts'
import { recordRefund } from './record-refund.server.ts'
import { voidEntry } from './void-entry.server.ts'

const admin = await anAdmin()

async function paidIn(received = 60_000) {
  const { investorId } = await anInvestor('Hodan Abdi')
  const id = await anInvestment(investorId, await aProject('Coastal Villas'), usd('1,000'))
  if (received > 0)
    await change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on) values ($1, 'payment', $2, '2026-03-01')`,
      [id, received],
    )
  return { id, investorId }
}

const refund = (id: string, changes: Partial<RefundInput> = {}) =>
  as(admin, (actor) =>
    recordRefund(actor, id, {
      ...{
        key: randomUUID(),
        amount: usd('100'),
        refundedOn: day('2026-04-01'),
        method: 'cash' as const,
      },
      reference: null,
      reason: 'Paid too much',
      ...changes,
    }),
  )

async function adjust(id: string, received: string, changes: Partial<AdjustmentInput> = {}) {
  const now = await inFull(id)
  const usual = {
    key: randomUUID(),
    version: now.version,
    received: usd(received),
    datedOn: day('2026-04-01'),
  }
  return as(admin, (actor) =>
    recordAdjustment(actor, id, { ...usual, reason: 'Found in the bank', ...changes }),
  )
}

const takeBack = (entryId: string) =>
  as(admin, (actor) =>
    voidEntry(actor, {
      key: randomUUID(),
      entryId,
      reason: 'Booked by mistake',
      voidedOn: day('2026-04-15'),
    }),
  )

async function inFull(id: string) {
  const investment = await as(admin, (actor) => findInvestmentInFull(actor, id))
  if (!investment) throw new Error('there is no such investment')
  return investment
}

const lines = async (id: string) =>
  (await as(admin, (actor) => ledgerOf(actor, id))).map(({ kind, amount, balance }) => [
    kind,
    amount,
    balance,
  ])

async function noticesOf(investorId: string) {
  const { rows } = await change<{ title: string; message: string }>(
    `select n.title, n.message from app.notification n join app.notification_recipient r on r.notification_id = n.id
     where r.investor_id = $1 order by n.id`,
    [investorId],
  )
  return rows.map(({ title, message }) => `${title}: ${message}`)
}

test('a refund gives money back, at most what was received, and tells the investor why', async () => {
  const { id, investorId } = await paidIn()
  expect(await refund(id, { amount: usd('600.01') })).toEqual({
    refused: 'exceeds-received',
    received: 60_000n,
  })
  expect(await refund(id, { amount: usd('100.50') })).toHaveProperty('entryId')
  expect(await lines(id)).toEqual([
    ['payment', 60_000n, 60_000n],
    ['refund', -10_050n, 49_950n],
  ])
  expect(await inFull(id)).toMatchObject({ status: 'active', received: 49_950n })
  expect(await noticesOf(investorId)).toEqual([
    'Payment Refunded: A refund of $100.50 for the Coastal Villas project has been recorded. Reason: Paid too much',
  ])
})

test('a refund on a cancelled or archived investment is allowed, and leaves it cancelled', async () => {
  const { id } = await paidIn()
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [id],
  )
  await refund(id)
  await change('update app.investment set archived_at = now() where id = $1', [id])
  expect(await refund(id, { amount: usd('500') })).toHaveProperty('entryId')
  expect(await inFull(id)).toMatchObject({ status: 'cancelled', received: 0n })
})

test('a refund is dated between the investment and today in Nairobi, and sent twice it is recorded once', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const { id } = await paidIn()
  expect(await refund(id, { refundedOn: day('2026-07-02') })).toEqual({
    refused: 'in-the-future',
    today: '2026-07-01',
  })
  expect(await refund(id, { refundedOn: day('2026-01-31') })).toEqual({
    refused: 'before-investment',
    investedOn: '2026-02-01',
  })
  expect(await refund(randomUUID())).toEqual({ refused: 'not-found' })
  const key = randomUUID()
  const [first, other] = await Promise.all([refund(id, { key }), refund(id, { key })])
  expect(first).toEqual(other)
  expect(await inFull(id)).toMatchObject({ received: 50_000n })
  expect(await refund(id, { key, amount: usd('1') })).toEqual({ refused: 'key-reused' })
})

test('an adjustment is the difference to what is true, and is refused when the ledger has moved', async () => {
  const { id, investorId } = await paidIn()
  expect(await adjust(id, '550.25')).toHaveProperty('entryId')
  expect(await lines(id)).toEqual([
    ['payment', 60_000n, 60_000n],
    ['adjustment', -4_975n, 55_025n],
  ])
  expect(await noticesOf(investorId)).toEqual([])
  const { version } = await inFull(id)
  await refund(id)
  expect(await adjust(id, '1', { version })).toMatchObject({
    refused: 'version-conflict',
    now: { received: 45_025n },
  })
  expect(await adjust(id, '450.25')).toEqual({ refused: 'unchanged' })
  expect(await adjust(id, '1,000.01')).toEqual({ refused: 'above-amount' })
  expect(await adjust(id, '1,000')).toHaveProperty('entryId')
  expect(await inFull(id)).toMatchObject({ status: 'completed' })
})

test('an adjustment keeps its days, and an archived investment takes none', async () => {
  setClock(() => new Date('2026-06-30T09:00:00Z'))
  const { id } = await paidIn(0)
  expect(await adjust(id, '1', { datedOn: day('2026-07-01') })).toEqual({
    refused: 'in-the-future',
    today: '2026-06-30',
  })
  expect(await adjust(id, '1', { datedOn: day('2026-01-31') })).toEqual({
    refused: 'before-investment',
    investedOn: '2026-02-01',
  })
  await change('update app.investment set archived_at = now() where id = $1', [id])
  expect(await adjust(id, '1')).toEqual({ refused: 'archived' })
})

test('a refund and an adjustment are voided like a payment, within nothing and the amount, and the investor is told', async () => {
  const { id, investorId } = await paidIn(100_000)
  const refunded = await refund(id)
  await adjust(id, '1,000')
  if ('refused' in refunded) throw new Error('the refund was refused')
  expect(await takeBack(refunded.entryId)).toEqual({ refused: 'above-amount' })
  const [, , adjustment] = await as(admin, (actor) => ledgerOf(actor, id))
  expect(await takeBack(adjustment?.id ?? '')).toHaveProperty('voidId')
  expect(await takeBack(refunded.entryId)).toHaveProperty('voidId')
  expect(await inFull(id)).toMatchObject({ received: 100_000n, status: 'completed' })
  expect((await noticesOf(investorId)).slice(1)).toEqual([
    'Adjustment Voided: An adjustment of $100 for the Coastal Villas project has been voided. Reason: Booked by mistake',
    'Refund Voided: The refund of $100 for the Coastal Villas project has been voided. Reason: Booked by mistake',
  ])
})

test('on no day less than nothing had been received: refund, adjustment and void are refused, by the database too', async () => {
  const { id } = await paidIn()
  const early = day('2026-02-15')
  expect(await refund(id, { refundedOn: early })).toEqual({ refused: 'before-received', most: 0n })
  expect(await adjust(id, '500', { datedOn: early })).toEqual({
    refused: 'before-received',
    most: 0n,
  })
  const entry = (kind: string, amount: number, on: string) =>
    change<{ id: string }>(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reason) values ($1, $2, $3, $4, 'x')
       returning id`,
      [id, kind, amount, on],
    )
  await expect(entry('refund', -100, '2026-02-15')).rejects.toThrow('less than nothing')
  const { rows } = await change<{ id: string }>(
    'select id from app.ledger_entry where investment_id = $1',
    [id],
  )
  const first = rows[0]?.id ?? ''
  await refund(id, { amount: usd('600'), refundedOn: day('2026-03-10') })
  await entry('payment', 60_000, '2026-04-10')
  expect(await takeBack(first)).toEqual({ refused: 'below-zero' })
  await expect(
    change(
      `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
       values ($1, 'void', -60000, '2026-04-15', $2, 'x')`,
      [id, first],
    ),
  ).rejects.toThrow('less than nothing')
  expect(await refund(id, { amount: usd('0.01'), refundedOn: day('2026-04-09') })).toEqual({
    refused: 'before-received',
    most: 0n,
  })
  expect(await refund(id, { amount: usd('600'), refundedOn: day('2026-04-10') })).toHaveProperty(
    'entryId',
  )
})

test('BANK-407 a refund of less than half a cent is refused', async () => {
  const { id } = await paidIn()
  await aRate('KES', '129.24')
  const money = { currency: 'KES' as const, rate: null, source: 'company' as const }
  const refunded = (minor: bigint) => refund(id, { amount: { ...money, minor, isConfirmed: true } })
  expect(await refunded(50n)).toEqual({ refused: 'not-positive' })
  expect(await refunded(65n)).toMatchObject({ entryId: expect.any(String) })
})
