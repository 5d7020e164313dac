import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aHolding, bookedOn, sendPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, as, day } from '../../../tests/people.ts'
import { askedFor, type ExchangeRate, exchangeRate } from '../../values/exchange-rate.ts'
import { usd } from '../../values/money.ts'
import { companyFacts } from '../company/company.server.ts'
import { recordRefund } from '../payments/record-refund.server.ts'
import { findReceipt } from '../receipts/find-receipt.server.ts'
import { receiptSheet } from '../receipts/print-receipt.server.ts'
import { rateOn, recordExchangeRate } from './exchange-rates.server.ts'
import type { PaidInput } from './paid-amount.ts'
import type { PublishedSource } from './published-rate.ts'

const admin = await anAdmin()

const enter = (
  rate: string,
  on: string,
  changes: { confirmed?: boolean; source?: PublishedSource } = {},
) =>
  as(admin, (actor) =>
    recordExchangeRate(actor, {
      currency: 'KES',
      rate: exchangeRate(rate),
      datedOn: day(on),
      source: 'company',
      confirmed: false,
      ...changes,
    }),
  )

const shillings = (amount: bigint, changes: Partial<PaidInput> = {}): PaidInput => ({
  minor: amount * 100n,
  currency: 'KES',
  rate: null,
  source: 'company',
  isConfirmed: false,
  ...changes,
})

const ledger = (investmentId: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query(
      `select kind, amount_cents::int, paid_minor::int, paid_currency, rate::text, rate_source, rate_on::text
       from app.ledger_entry where investment_id = $1 order by recorded_at`,
      [investmentId],
    )
    return rows
  })

await enter('129.00', '2026-03-01')
await enter('129.24', '2026-03-20')

test('BANK-110 a payment in shillings takes the latest company rate up to its day, and both amounts are kept', async () => {
  const { investmentId } = await aHolding()
  const paid = await sendPayment(admin, investmentId, { amount: shillings(250_000n) })
  expect(paid).toHaveProperty('receiptNumber')
  expect(await ledger(investmentId)).toEqual([
    {
      kind: 'payment',
      amount_cents: 193_439,
      paid_minor: 25_000_000,
      paid_currency: 'KES',
      rate: '129.24000000',
      rate_source: 'company',
      rate_on: '2026-03-20',
    },
  ])
  const number = 'receiptNumber' in paid ? paid.receiptNumber : ''
  const receipt = await as(admin, (actor) => findReceipt(actor, number))
  const sheet = receipt && receiptSheet(receipt, await as(admin, companyFacts))
  expect(sheet?.sum).toMatchObject({
    figure: '$1,934.39',
    sentence: 'US dollars. KES 250,000.00 received on 31 Mar 2026 at 129.24 KES per USD.',
  })
  expect(sheet?.facts).toContainEqual(['Amount paid', 'KES 250,000.00'])
  expect(sheet?.facts).toContainEqual([
    'Exchange rate',
    '129.24 KES per USD, company rate of 20 Mar 2026',
  ])
})

test('BANK-111 a payment before the last rate takes the one before; without any it is refused', async () => {
  const { investmentId } = await aHolding()
  await sendPayment(admin, investmentId, {
    amount: shillings(129_000n),
    receivedOn: day('2026-03-19'),
  })
  expect(await ledger(investmentId)).toMatchObject([
    { amount_cents: 100_000, rate_on: '2026-03-01' },
  ])
  const early = { amount: shillings(1_000n), receivedOn: day('2026-02-20') }
  expect(await sendPayment(admin, investmentId, early)).toEqual({
    refused: 'no-rate',
    currency: 'KES',
    on: '2026-02-20',
  })
  const other = shillings(1_000n, { currency: 'SOS' })
  expect(await sendPayment(admin, investmentId, { amount: other })).toMatchObject({
    refused: 'no-rate',
  })
})

test('BANK-112 a typed rate must be the published one; an agreed one far from it is asked about again', async () => {
  const { investmentId } = await aHolding()
  const at = (rate: string, changes: Partial<PaidInput> = {}) =>
    sendPayment(admin, investmentId, {
      amount: shillings(1_000n, { rate: rate as ExchangeRate, ...changes }),
    })
  expect(await at('129')).toMatchObject({ refused: 'rate-differs', published: { rate: '129.24' } })
  expect(await at('12.924', { source: 'agreed' })).toMatchObject({ refused: 'rate-far' })
  expect(await at('129', { source: 'quoted' })).toEqual({ refused: 'not-quoted' })
  expect(await ledger(investmentId)).toEqual([])
  expect(await at('129.24')).toHaveProperty('paymentId')
  expect(await at('130', { source: 'agreed' })).toHaveProperty('paymentId')
  expect(await at('100', { source: 'bank', isConfirmed: true })).toHaveProperty('paymentId')
  expect(await ledger(investmentId)).toMatchObject([
    { rate_source: 'company', amount_cents: 774 },
    { rate_source: 'agreed', amount_cents: 769, rate_on: '2026-03-31' },
    { rate_source: 'bank', amount_cents: 1_000 },
  ])
})

test('BANK-113 a quoted rate holds for three days', async () => {
  const { investmentId } = await aHolding()
  const quoted = (on: string) =>
    sendPayment(admin, investmentId, {
      amount: shillings(1_000n, { rate: '129' as ExchangeRate, source: 'quoted' }),
      receivedOn: day(on),
    })
  expect(await quoted('2026-03-04')).toHaveProperty('paymentId')
  // It was in force until 19 March, and could be quoted that day.
  expect(await quoted('2026-03-22')).toHaveProperty('paymentId')
  expect(await quoted('2026-03-23')).toEqual({ refused: 'not-quoted' })
})

test.each([
  [35_000_00n, '129.24'],
  [35_000_00n, '150.01'],
])(
  'BANK-114 whole shillings for all that remains (%s at %s) complete the investment to the cent',
  async (_, rate) => {
    const { investmentId } = await aHolding()
    const whole = (35_000_00n * BigInt(rate.replace('.', '')) + 9_999n) / 10_000n
    const amount = shillings(whole, {
      rate: rate as ExchangeRate,
      source: 'agreed',
      isConfirmed: true,
    })
    expect(await sendPayment(admin, investmentId, { amount })).toHaveProperty('paymentId')
    expect(await bookedOn(investmentId)).toMatchObject({ status: 'completed' })
    expect((await ledger(investmentId))[0]).toMatchObject({ amount_cents: 3_500_000 })
  },
)

test('BANK-114 what was sent is kept to the shilling, and the cents that are not credited are stated', async () => {
  const { investmentId } = await aHolding()
  await sendPayment(admin, investmentId, { amount: usd('34,000') })
  expect(await sendPayment(admin, investmentId, { amount: shillings(129_245n) })).toHaveProperty(
    'paymentId',
  )
  const { rows } = await asSuperuser((client) =>
    client.query(
      'select amount_cents::int, paid_minor::int, rounding_cents from app.ledger_entry where investment_id = $1 and paid_minor is not null',
      [investmentId],
    ),
  )
  expect(rows).toEqual([{ amount_cents: 100_000, paid_minor: 12_924_500, rounding_cents: 4 }])
})

test('BANK-114 the allowance does not grow with the payments before: after fifteen, seven cents too much are refused', async () => {
  const { investmentId } = await aHolding()
  await sendPayment(admin, investmentId, { amount: usd('5,000') })
  // $30,000 is KES 3,877,200.
  for (let part = 0; part < 15; part += 1)
    await sendPayment(admin, investmentId, { amount: shillings(250_000n) })
  expect(await sendPayment(admin, investmentId, { amount: shillings(127_200n) })).toMatchObject({
    refused: 'exceeds-remaining',
  })
  expect(await sendPayment(admin, investmentId, { amount: shillings(127_194n) })).toHaveProperty(
    'paymentId',
  )
  expect(await bookedOn(investmentId)).toMatchObject({ status: 'completed' })
})

test.each(['0.78', '0.92', '0.80000001'])(
  'BANK-114 the amount quoted in a currency worth more than the dollar (%s) pays in full',
  async (rate) => {
    const { investmentId } = await aHolding()
    const minor = askedFor(usd('35,000'), rate as ExchangeRate, 'GBP')
    const amount = {
      minor,
      currency: 'GBP' as const,
      rate: rate as ExchangeRate,
      source: 'agreed' as const,
      isConfirmed: true,
    }
    expect(await sendPayment(admin, investmentId, { amount })).toHaveProperty('paymentId')
    expect(await bookedOn(investmentId)).toMatchObject({ status: 'completed' })
  },
)

test('BANK-114 more than five cents too much is refused', async () => {
  const { investmentId } = await aHolding()
  const amount = shillings(4_523_420n)
  expect(await sendPayment(admin, investmentId, { amount })).toMatchObject({
    refused: 'exceeds-remaining',
  })
})

test('BANK-115 a refund in shillings uses the rate of its date and is negative in both currencies', async () => {
  const { investmentId } = await aHolding()
  await sendPayment(admin, investmentId, { amount: usd('2,000') })
  const refund = await as(admin, (actor) =>
    recordRefund(actor, investmentId, {
      key: randomUUID(),
      amount: shillings(12_924n),
      refundedOn: day('2026-03-31'),
      method: 'mobile-money',
      reference: null,
      reason: 'Paid twice',
    }),
  )
  expect(refund).toHaveProperty('entryId')
  expect((await ledger(investmentId))[1]).toMatchObject({
    kind: 'refund',
    amount_cents: -10_000,
    paid_minor: -1_292_400,
    rate: '129.24000000',
  })
})

test('BANK-116 the same form sent twice is one payment; another amount under its key is refused', async () => {
  const { investmentId } = await aHolding()
  const key = randomUUID()
  const first = await sendPayment(admin, investmentId, { key, amount: shillings(1_000n) })
  expect(await sendPayment(admin, investmentId, { key, amount: shillings(1_000n) })).toEqual(first)
  expect(await sendPayment(admin, investmentId, { key, amount: shillings(2_000n) })).toEqual({
    refused: 'key-reused',
  })
  expect(await sendPayment(admin, investmentId, { key, amount: usd('1,000') })).toEqual({
    refused: 'key-reused',
  })
})

test('BANK-117 a voided payment in shillings takes its dollars back', async () => {
  const { investmentId } = await aHolding()
  const paid = await sendPayment(admin, investmentId, { amount: shillings(1_000n) })
  await takeBack(admin, 'paymentId' in paid ? paid.paymentId : '', '2026-04-02')
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 0 })
})

test.each([
  ['an amount that is not its rate', 'paid_minor = 1292500'],
  ['half of the columns', 'rate = null'],
  ['an adjustment', "kind = 'adjustment'"],
  ['a rate below zero', 'rate = -rate'],
  ['dollars', "paid_currency = 'USD'"],
])('BANK-118 the database refuses %s', async (_, set) => {
  const { investmentId } = await aHolding()
  await sendPayment(admin, investmentId, { amount: shillings(1_292n) })
  await expect(
    asSuperuser(async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(`update app.ledger_entry set ${set} where investment_id = $1`, [
        investmentId,
      ])
    }),
  ).rejects.toThrow(/violates check constraint/)
})

test('BANK-119 a rate is refused for a day to come and asked about again beyond 5%; the last of a day counts', async () => {
  expect(await enter('129.30', '2199-01-01')).toMatchObject({ refused: 'in-the-future' })
  expect(await enter('12.93', '2026-03-21')).toMatchObject({
    refused: 'far-from-last',
    last: { rate: '129.24', on: '2026-03-20' },
  })
  expect(await enter('129.50', '2026-03-25')).toHaveProperty('rateId')
  expect(await enter('129.60', '2026-03-25')).toHaveProperty('rateId')
  expect(await enter('160', '2026-03-26', { confirmed: true })).toHaveProperty('rateId')
  const on = (date: string) => as(admin, (actor) => rateOn(actor, 'KES', day(date)))
  expect(await on('2026-03-25')).toEqual({ rate: '129.6', on: '2026-03-25' })
  expect(await on('2026-03-24')).toEqual({ rate: '129.24', on: '2026-03-20' })
  expect(await on('2026-02-28')).toBeNull()
})

test('BANK-120 rates are never changed or removed, not even by the owner', async () => {
  for (const statement of [
    'update app.exchange_rate set rate = 1',
    'delete from app.exchange_rate',
  ])
    await expect(change(statement)).rejects.toThrow()
})
