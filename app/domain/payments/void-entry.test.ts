import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { ledgerOf } from './ledger.server.ts'
import { recordPayment } from './record-payment.server.ts'
import { type VoidEntryInput, voidEntry } from './void-entry.server.ts'

const admin = await anAdmin()

async function anInvestmentOf(amount: string) {
  const investor = await anInvestor()
  return anInvestment(investor.investorId, await aProject(), usd(amount))
}

async function paid(investmentId: string, amount: string, on = '2026-03-31') {
  const answer = await as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      key: randomUUID(),
      amount: usd(amount),
      receivedOn: day(on),
      method: 'bank-transfer',
      reference: null,
      note: null,
      nextPaymentOn: null,
      nextPaymentAmount: null,
    }),
  )
  return 'paymentId' in answer ? answer.paymentId : ''
}

const take = (paymentId: string, changes: Partial<VoidEntryInput> = {}) =>
  as(admin, (actor) =>
    voidEntry(actor, {
      key: randomUUID(),
      entryId: paymentId,
      reason: 'The cheque bounced',
      voidedOn: day('2026-04-15'),
      ...changes,
    }),
  )

const standing = async (id: string) =>
  (await change('select received_cents::int, status from app.investment where id = $1', [id]))
    .rows[0]

test('a void takes the whole payment back by its own row, with its reason; the status follows', async () => {
  const investmentId = await anInvestmentOf('1,000.00')
  await paid(investmentId, '400')
  const second = await paid(investmentId, '600')
  expect(await standing(investmentId)).toEqual({ received_cents: 100_000, status: 'completed' })
  expect(await take(second)).toEqual({ voidId: expect.any(String) })
  expect(await standing(investmentId)).toEqual({ received_cents: 40_000, status: 'active' })
})

test('with nothing left an investment is what it was before its first entry', async () => {
  for (const [was, becomes] of [
    ['pending', 'pending'],
    ['active', 'active'],
  ]) {
    const investmentId = await anInvestmentOf('1,000.00')
    await change(`update app.investment set status = '${was}' where id = $1`, [investmentId])
    await take(await paid(investmentId, '1,000'))
    expect(await standing(investmentId)).toEqual({ received_cents: 0, status: becomes })
  }
})

test('a cancelled investment stays cancelled when a payment on it is voided', async () => {
  const investmentId = await anInvestmentOf('1,000.00')
  const payment = await paid(investmentId, '1,000')
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [investmentId],
  )
  await take(payment)
  expect(await standing(investmentId)).toEqual({ received_cents: 0, status: 'cancelled' })
})

test('each payment is voided once, also when two admins do it at the same time', async () => {
  const investmentId = await anInvestmentOf('1,000.00')
  const payment = await paid(investmentId, '500')
  await paid(investmentId, '500')
  const answers = await Promise.all([take(payment), take(payment)])
  expect(answers).toContainEqual({ refused: 'already-voided' })
  expect(answers.filter((answer) => 'voidId' in answer)).toHaveLength(1)
  expect(await standing(investmentId)).toEqual({ received_cents: 50_000, status: 'active' })
})

test('a void itself, an unknown id, and a payment that was already given back are refused', async () => {
  const investmentId = await anInvestmentOf('1,000.00')
  const payment = await paid(investmentId, '500')
  const other = await paid(investmentId, '100')
  const answer = await take(other)
  expect(await take('voidId' in answer ? answer.voidId : '')).toEqual({ refused: 'not-found' })
  expect(await take(randomUUID())).toEqual({ refused: 'not-found' })
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, reason)
     values ($1, 'refund', -20000, '2026-04-01', 'Asked for')`,
    [investmentId],
  )
  expect(await take(payment)).toEqual({ refused: 'below-zero' })
})

test('a void is dated between its payment and today in Nairobi', async () => {
  setClock(() => new Date('2026-06-30T21:30:00Z'))
  const payment = await paid(await anInvestmentOf('1,000.00'), '500')
  expect(await take(payment, { voidedOn: day('2026-07-02') })).toEqual({
    refused: 'in-the-future',
    today: '2026-07-01',
  })
  expect(await take(payment, { voidedOn: day('2026-03-30') })).toEqual({
    refused: 'before-entry',
    datedOn: '2026-03-31',
  })
  expect(await take(payment, { voidedOn: day('2026-07-01') })).toHaveProperty('voidId')
})

test('the same key voids once and gives the first answer again', async () => {
  const payment = await paid(await anInvestmentOf('1,000.00'), '500')
  const key = randomUUID()
  expect(await take(payment, { key })).toEqual(await take(payment, { key }))
  expect(await take(payment, { key, reason: 'Another' })).toEqual({ refused: 'key-reused' })
})

test('the investor is notified of a void, unread, with its reason', async () => {
  const investmentId = await anInvestmentOf('1,000.00')
  await take(await paid(investmentId, '500.50'))
  const { rows: notices } = await change(
    `select n.title, n.message, r.read_at from app.notification n
     join app.notification_recipient r on r.notification_id = n.id
     join app.investment i on i.investor_id = r.investor_id where i.id = $1 order by n.sent_at desc limit 1`,
    [investmentId],
  )
  const message =
    'Your payment of $500.50 for the Twin Towers Muthaiga project has been voided. Reason: The cheque bounced'
  expect(notices).toEqual([{ title: 'Payment Voided', message, read_at: null }])
})

test('the ledger strikes a voided payment through: it keeps its place and counts until the day of its void, its own line', async () => {
  const investmentId = await anInvestmentOf('1,000.00')
  const first = await paid(investmentId, '100')
  const voided = await paid(investmentId, '300', '2026-03-01')
  const last = await paid(investmentId, '50.05', '2026-04-30')
  await take(voided)
  const lines = await as(admin, (actor) => ledgerOf(actor, investmentId))
  expect(
    lines.map(({ id, amount, balance, voided: taken }) => ({ id, amount, balance, taken })),
  ).toEqual([
    {
      id: voided,
      amount: usd('300'),
      balance: usd('300'),
      taken: { on: '2026-04-15', reason: 'The cheque bounced' },
    },
    { id: first, amount: usd('100'), balance: usd('400'), taken: null },
    { id: expect.any(String), amount: -usd('300'), balance: usd('100'), taken: null },
    { id: last, amount: usd('50.05'), balance: usd('150.05'), taken: null },
  ])
  expect(lines[0]).toMatchObject({
    kind: 'payment',
    recordedBy: admin.name,
    method: 'bank-transfer',
  })
  expect(lines[0]?.receiptNumber).toMatch(/^R-\d{4}-\d{6}$/)
  expect(lines[2]).toMatchObject({
    ...{
      kind: 'void',
      datedOn: '2026-04-15',
      reason: 'The cheque bounced',
      receiptNumber: lines[0]?.receiptNumber,
    },
  })
})
