import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aHolding, anOpenedEdit, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { importPayments } from '../imports/payments.server.ts'
import { editInvestment } from '../investment-changes/edit-investment.server.ts'
import { duePayments } from '../investments/due.server.ts'
import { agreedPayments, precedesAgreed } from './agreed-payments.server.ts'
import { dueOnceReceived } from './due-payment.ts'
import { recordPayment } from './record-payment.server.ts'
import { recordRefund } from './record-refund.server.ts'

const admin = await anAdmin()
beforeEach(() => setClock(() => new Date('2026-11-20T09:00:00Z')))

/** An investment with 7,000 dollars that were due on 1 November. */
async function anOverdue(amount: string | null = '7,000') {
  const { investmentId } = await aHolding()
  await change(
    "update app.investment set next_payment_on = '2026-11-01', next_payment_cents = $2 where id = $1",
    [investmentId, amount && usd(amount)],
  )
  return investmentId
}

type Facts = Partial<Parameters<typeof recordPayment>[2]>
async function pay(investmentId: string, amount: string, facts: Facts = {}) {
  const paid = await as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      ...{
        key: randomUUID(),
        amount: usd(amount),
        receivedOn: day('2026-11-10'),
        method: 'cash',
        reference: null,
      },
      note: null,
      nextPaymentOn: null,
      nextPaymentAmount: null,
      ...facts,
    }),
  )
  if ('refused' in paid) throw new Error(paid.refused)
  return paid.paymentId
}

async function due(investmentId: string) {
  const { rows } = await change<{ id: string }>(
    "select concat_ws(' ', next_payment_on, next_payment_cents) as id from app.investment where id = $1",
    [investmentId],
  )
  return rows[0]?.id
}
const overdue = async () => (await as(admin, duePayments)).overdue.amount

test('MIV-262 what was due stays due until the payments since then together reach it; a void brings it back', async () => {
  const id = await anOverdue()
  const before = await overdue()
  const first = await pay(id, '500')
  expect(await due(id)).toBe('2026-11-01 650000')
  expect(await overdue()).toBe(before - usd('500'))
  const second = await pay(id, '6,500')
  expect(await due(id)).toBe('')
  expect(await overdue()).toBe(before - usd('7,000'))
  const agreed = await as(admin, (actor) => agreedPayments(actor, id))
  expect(dueOnceReceived(agreed, usd('7,000'))).toBe(null)
  expect(dueOnceReceived(agreed, usd('500'))).toEqual({
    on: '2026-11-01',
    amount: usd('6,500'),
  })
  await takeBack(admin, second, '2026-11-20')
  expect(await due(id)).toBe('2026-11-01 650000')
  await takeBack(admin, first, '2026-11-20')
  expect(await due(id)).toBe('2026-11-01 700000')
  expect(await overdue()).toBe(before)
  await pay(id, '8,000')
  expect(await due(id)).toBe('')
})

test('MIV-262 a refund brings it back, also after the whole was paid', async () => {
  const id = await anOverdue()
  await pay(id, '35,000')
  expect(await due(id)).toBe('')
  const refund = {
    key: randomUUID(),
    amount: usd('30,000'),
    refundedOn: day('2026-11-15'),
    reason: 'Sent twice',
  }
  await as(admin, (actor) =>
    recordRefund(actor, id, { ...refund, method: 'cash', reference: null }),
  )
  expect(await due(id)).toBe('2026-11-01 200000')
})

test('MIV-263 the following date that a payment names comes after what is still due, and never takes its place', async () => {
  const id = await anOverdue()
  const following = { nextPaymentOn: day('2026-12-15'), nextPaymentAmount: usd('5,000') }
  await pay(id, '500', following)
  expect(await due(id)).toBe('2026-11-01 650000')
  const last = await pay(id, '6,500')
  expect(await due(id)).toBe('2026-12-15 500000')
  await takeBack(admin, last, '2026-11-20')
  expect(await due(id)).toBe('2026-11-01 650000')
  const tooMuch = { nextPaymentOn: day('2026-12-16'), nextPaymentAmount: usd('34,000') }
  await expect(pay(id, '100', tooMuch)).rejects.toThrow('next-exceeds-remaining')
  // Reached immediately, the following date applies, and the void of that payment makes the earlier one due again.
  const other = await anOverdue()
  const paid = await pay(other, '7,000', following)
  expect(await due(other)).toBe('2026-12-15 500000')
  await takeBack(admin, paid, '2026-11-20')
  expect(await due(other)).toBe('2026-11-01 700000')
})

test('MIV-264 without an amount any payment clears the date; imported payments meet nothing', async () => {
  const undated = await anOverdue(null)
  await takeBack(admin, await pay(undated, '10'), '2026-11-20')
  expect(await due(undated)).toBe('')
  const id = await anOverdue()
  const past = { investmentId: id, amount: usd('9,000'), receivedOn: day('2026-06-01') }
  await as(admin, (actor) =>
    importPayments(actor, [{ ...past, method: null, reference: null, note: null, repeats: false }]),
  )
  expect(await due(id)).toBe('2026-11-01 700000')
  await pay(id, '1,000')
  expect(await due(id)).toBe('2026-11-01 600000')
  const { rows } = await change(
    'select id from app.ledger_entry where investment_id = $1 and imported',
    [id],
  )
  await takeBack(admin, rows[0]?.id ?? '', '2026-11-20')
  expect(await due(id)).toBe('2026-11-01 600000')
})

test('MIV-264 an edit that leaves the next payment alone leaves it to what is received; another one takes its place', async () => {
  const id = await anOverdue()
  const opened = await anOpenedEdit(admin, id)
  const received = { received: usd('2,000'), reason: 'It came in by hand' }
  await as(admin, (actor) => editInvestment(actor, id, { ...opened, ...received }))
  expect(await due(id)).toBe('2026-11-01 500000')
  const again = await anOpenedEdit(admin, id)
  const named = { nextPaymentOn: day('2026-12-01'), nextPaymentAmount: usd('300') }
  await as(admin, (actor) => editInvestment(actor, id, { ...again, ...named }))
  expect(await due(id)).toBe('2026-12-01 30000')
  await pay(id, '300')
  expect(await due(id)).toBe('')
})

/** An investment on which these payments came in before the next one was agreed. */
async function anAgreedAfter(earlier: string[]) {
  const { investmentId } = await aHolding()
  const paid: string[] = []
  for (const amount of earlier) paid.push(await pay(investmentId, amount))
  await change(
    "update app.investment set next_payment_on = '2026-11-01', next_payment_cents = 700000 where id = $1",
    [investmentId],
  )
  return { id: investmentId, paid }
}

test.each([
  ['before anything since', []],
  ['after a part of it', ['250']],
  ['after two parts', ['250', '6,000']],
])('MIV-262 the void of an older payment leaves what is due, %s', async (_, since) => {
  const { id, paid } = await anAgreedAfter(['3,000', '5,000'])
  for (const amount of since) await pay(id, amount)
  const before = await due(id)
  for (const older of paid) {
    expect(await as(admin, (actor) => precedesAgreed(actor, older))).toBe(true)
    await takeBack(admin, older, '2026-11-20')
    expect(await due(id)).toBe(before)
  }
  // What is left of it is met by exactly that much.
  const left = 7_000 - since.reduce((sum, amount) => sum + Number(amount.replace(',', '')), 0)
  await pay(id, String(left - 1))
  expect(await due(id)).toBe('2026-11-01 100')
  const last = await pay(id, '1')
  expect(await due(id)).toBe('')
  expect(await as(admin, (actor) => precedesAgreed(actor, last))).toBe(false)
  await takeBack(admin, last, '2026-11-20')
  expect(await due(id)).toBe('2026-11-01 100')
})
