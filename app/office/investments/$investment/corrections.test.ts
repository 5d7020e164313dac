import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aHolding, aPayment } from '../../../../tests/ledger.ts'
import { anAdmin } from '../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../tests/screens.tsx'
import { setClock } from '../../../platform/clock.server.ts'
import { action as adjust, loader as openAdjustment } from './adjustment/route.tsx'
import RecordRefund, { loader as openRefund, action as refund } from './refund/route.tsx'

// Refusals of the dialogs that reduce the received amount.

const admin = await anAdmin()
beforeEach(() => setClock(() => new Date('2026-06-30T09:00:00Z')))
afterEach(() => setClock())

/** An investment with $200 received on 1 March and $300 on 31 March. */
async function aPaidHolding(): Promise<string> {
  const { investmentId } = await aHolding()
  await aPayment(admin, investmentId, ['200', '2026-03-01'])
  await aPayment(admin, investmentId, ['300', '2026-03-31'])
  return investmentId
}

const request = (investmentId: string, body?: FormData) =>
  ({
    ...requestBy(
      admin,
      `/admin-dashboard/investments/${investmentId}`,
      body && { method: 'POST', body },
    ),
    params: { investmentId },
  }) as never
const sendRefund = (id: string, fields: Record<string, string>) =>
  refund(
    request(
      id,
      formOf({
        ...{
          key: randomUUID(),
          amount: '10',
          refundedOn: '2026-04-01',
          method: 'cash',
          reason: 'Overpaid',
          ...fields,
        },
      }),
    ),
  )

async function sendAdjustment(id: string, fields: Record<string, string>) {
  const { rows } = await change<{ version: number }>(
    'select version from app.investment where id = $1',
    [id],
  )
  const usual = {
    key: randomUUID(),
    version: String(rows[0]?.version ?? 1),
    reason: 'Exchange rate',
  }
  return adjust(
    request(id, formOf({ ...usual, received: '510', datedOn: '2026-04-01', ...fields })),
  )
}

const refused = (words: object) => ({ data: { reply: words }, init: { status: 422 } })
const again = 'The form was already sent with different values. Reload the page and try again.'

test.each([
  [{ amount: '600' }, { amount: 'Only $500 is available on this investment.' }],
  [
    { amount: '600', reason: '' },
    {
      amount: 'Only $500 is available on this investment.',
      reason: 'Enter why the money is returned.',
    },
  ],
  [
    { amount: '77,000', currency: 'KES', rateSource: 'agreed', rate: '129', reason: '' },
    {
      amount: 'Only $500 is available on this investment.',
      reason: 'Enter why the money is returned.',
    },
  ],
  [{ amount: '500', reason: '' }, { reason: 'Enter why the money is returned.' }],
  [
    { refundedOn: '2026-07-01' },
    { refundedOn: 'This date is in the future. Choose 30 Jun 2026 or earlier.' },
  ],
  [
    { refundedOn: '2026-01-31' },
    { refundedOn: 'The investment began on 1 Feb 2026. Choose that day or later.' },
  ],
  [
    { amount: '250', refundedOn: '2026-03-15' },
    { refundedOn: 'Only $200 of what was received by this date is left. Choose a later date.' },
  ],
  [
    { refundedOn: '2026-02-15' },
    { refundedOn: 'Nothing is left of what was received by this date. Choose a later date.' },
  ],
])('a refund of %o says %o', async (fields, errors) => {
  expect(await sendRefund(await aPaidHolding(), fields)).toMatchObject(refused({ errors }))
})

test.each([
  [{ received: '500' }, { received: 'The ledger already says this.' }],
  [{ received: '35,001' }, { received: 'Payment received cannot be more than the amount.' }],
  [
    { datedOn: '2026-07-01' },
    { datedOn: 'This date is in the future. Choose 30 Jun 2026 or earlier.' },
  ],
  [
    { datedOn: '2026-01-31' },
    { datedOn: 'The investment began on 1 Feb 2026. Choose that day or later.' },
  ],
  [
    { received: '250', datedOn: '2026-03-15' },
    { datedOn: 'Only $200 of what was received by this date is left. Choose a later date.' },
  ],
])('an adjustment of %o says %o', async (fields, errors) => {
  expect(await sendAdjustment(await aPaidHolding(), fields)).toMatchObject(refused({ errors }))
})

test('BANK-115 a refund in shillings is at most what is held, which fits in whole shillings', async () => {
  await change(
    `insert into app.exchange_rate (currency, rate, dated_on, source)
     values ('KES', 129.24, '2026-03-20', 'company')`,
  )
  const { investmentId } = await aHolding()
  await aPayment(admin, investmentId, ['33.35', '2026-03-01'])
  const shillings = { currency: 'KES', rate: '', rateSource: 'company' }
  expect(await sendRefund(investmentId, { ...shillings, amount: '4,311' })).toMatchObject({
    data: {
      reply: {
        errors: { amount: 'Only KES 4,310.00 ($33.35) is available on this investment.' },
      },
    },
  })
  expect(await sendRefund(investmentId, { ...shillings, amount: '4,310' })).toHaveProperty(
    'status',
    303,
  )
})

test('a refund and an adjustment are recorded once per key, and refused after another change', async () => {
  const id = await aPaidHolding()
  const { investment, today } = await openAdjustment(request(id))
  expect([investment.id, today]).toEqual([id, '2026-06-30'])
  const key = randomUUID()
  for (const _ of [1, 2]) expect(await sendRefund(id, { key })).toMatchObject({ status: 303 })
  expect(await sendRefund(id, { key, amount: '20' })).toMatchObject(refused({ message: again }))
  expect(await sendAdjustment(id, { version: String(investment.version) })).toMatchObject(
    refused({ message: expect.stringContaining('The ledger now says $490.') }),
  )
  const other = randomUUID()
  expect(await sendAdjustment(id, { key: other })).toMatchObject({ status: 303 })
  expect(await sendAdjustment(id, { key: other, received: '520' })).toMatchObject(
    refused({ message: again }),
  )
  const { rows } = await change(
    'select received_cents::int as received from app.investment where id = $1',
    [id],
  )
  expect(rows).toEqual([{ received: 51_000 }])
})

test('no refund or adjustment is recorded on an unknown investment', async () => {
  for (const id of [randomUUID(), 'none'])
    for (const answer of [
      () => sendRefund(id, {}),
      () => sendRefund(id, { amount: '' }),
      () => openAdjustment(request(id)),
    ])
      await expect(answer()).rejects.toMatchObject({ init: { status: 404 } })
})

test('MIV-335 nothing can be refunded where nothing is held, also by address', async () => {
  const { investmentId } = await aHolding()
  const page = async () => {
    const loaded = await openRefund(request(investmentId))
    return htmlOf(
      RecordRefund,
      `/admin-dashboard/investments/${investmentId}/ledger/refund`,
      loaded,
    )
  }
  expect(wordsOf(await page())).toContain('No money is held on this investment')
  expect(await page()).not.toContain('name="amount"')
  await aPayment(admin, investmentId, ['1', '2026-03-01'])
  expect(await page()).toContain('name="amount"')
})
