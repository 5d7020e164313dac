import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser, change } from '../../../tests/database.ts'
import { aHolding, bookedOn, sendPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, as, day } from '../../../tests/people.ts'
import { formOf, requestBy, toastOf } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import VoidEntry, { loader as openVoid } from '../../office/investments/$investment/void/route.tsx'
import { action as payIt } from '../../office/investments/payment/route.tsx'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { findReceipt } from '../receipts/find-receipt.server.ts'
import { composeReceipt } from './receipt-mail.server.tsx'
import { recordRefund } from './record-refund.server.ts'

const admin = await anAdmin()
await change(
  `insert into app.exchange_rate (currency, rate, dated_on, source) values ('KES', 129.24, '2026-03-01', 'company')`,
)

const shillings = (amount: bigint) => ({
  minor: amount * 100n,
  currency: 'KES' as const,
  rate: null,
  source: 'company' as const,
  isConfirmed: false,
})

/** An investment of which a thousand dollars remain. */
async function aNearlyPaid() {
  const holding = await aHolding()
  await sendPayment(admin, holding.investmentId, { amount: usd('34,000') })
  return holding
}

const entriesOf = (investmentId: string) =>
  asSuperuser(async (client) => {
    const { rows } = await client.query<{ id: string; kind: string; cents: number }>(
      `select id, kind, amount_cents::int as cents, reason, rounds_id, dated_on::text from app.ledger_entry
       where investment_id = $1 order by recorded_at, id`,
      [investmentId],
    )
    return rows
  })

const short = 'Exchange rate difference of the last payment'
const sentence =
  'The last $0.04 is an exchange rate difference and was closed. Nothing remains to pay.'

test('BANK-254 a last payment that its rate leaves five cents short completes the investment by an adjustment', async () => {
  const { investor, investmentId } = await aNearlyPaid()
  const answer = await sendPayment(admin, investmentId, { amount: shillings(129_235n) })
  if (!('paymentId' in answer)) throw new Error(answer.refused)
  expect(await bookedOn(investmentId)).toMatchObject({
    status: 'completed',
    received_cents: 3_500_000,
  })
  expect((await entriesOf(investmentId)).slice(1)).toMatchObject([
    { kind: 'payment', cents: 99_996 },
    {
      kind: 'adjustment',
      cents: 4,
      reason: short,
      rounds_id: answer.paymentId,
      dated_on: '2026-03-31',
    },
  ])
  const receipt = await as(admin, (actor) => findReceipt(actor, answer.receiptNumber))
  expect(receipt).toMatchObject({ amount: 99_996n, received: 3_500_000n })
  const mail = await workerCommand((worker) =>
    composeReceipt(worker, {
      template: 'receipt',
      userId: investor.userId,
      subjectId: answer.paymentId,
    }),
  )
  const html = JSON.stringify(mail?.body)
  expect(html).toContain('Exchange rate difference')
  expect(html).toContain(sentence)
  const { rows } = await change<{ message: string }>(
    'select message from app.notification where investor_id = $1 order by sent_at desc, id desc limit 1',
    [investor.investorId],
  )
  expect(rows[0]?.message).toContain(`has been received. ${sentence}`)
})

test.each([
  ['five cents', 129_233n, 'completed', 1],
  ['six cents', 129_232n, 'active', 0],
])('BANK-254 %s short', async (_, amount, status, adjustments) => {
  const { investmentId } = await aNearlyPaid()
  await sendPayment(admin, investmentId, { amount: shillings(amount) })
  expect(await bookedOn(investmentId)).toMatchObject({ status })
  const closing = (await entriesOf(investmentId)).filter(({ kind }) => kind === 'adjustment')
  expect(closing).toHaveLength(adjustments)
})

test('BANK-254 dollars that are short stay short', async () => {
  const { investmentId } = await aNearlyPaid()
  await sendPayment(admin, investmentId, { amount: usd('999.96') })
  expect(await bookedOn(investmentId)).toMatchObject({ status: 'active' })
})

test('BANK-254 the office is told what was closed', async () => {
  const { investmentId } = await aNearlyPaid()
  const path = `/admin-dashboard/investments/${investmentId}/payment`
  const body = formOf({
    key: randomUUID(),
    amount: '129,235',
    currency: 'KES',
    rate: '',
    rateSource: 'company',
    receivedOn: '2026-03-31',
    method: 'mobile-money',
  })
  const paid = await payIt({
    ...requestBy(admin, path, { method: 'POST', body }),
    params: { investmentId },
  } as Parameters<typeof payIt>[0])
  expect(toastOf(paid)).toContain(sentence)
})

test('BANK-255 the void of that payment takes the adjustment back with it, and says so before', async () => {
  const { investmentId } = await aNearlyPaid()
  const answer = await sendPayment(admin, investmentId, { amount: shillings(129_235n) })
  const entryId = 'paymentId' in answer ? answer.paymentId : ''
  const at = `/admin-dashboard/investments/${investmentId}/ledger/void/${entryId}`
  const loaded = await openVoid({
    ...requestBy(admin, at),
    params: { investmentId, entryId },
  } as Parameters<typeof openVoid>[0])
  expect(wordsOf(htmlOf(VoidEntry, at, loaded))).toContain('the adjustment of $0.04 is voided too')
  expect(await takeBack(admin, entryId, '2026-04-02')).toHaveProperty('voidId')
  expect(await bookedOn(investmentId)).toMatchObject({
    status: 'active',
    received_cents: 3_400_000,
  })
  expect((await entriesOf(investmentId)).slice(3)).toMatchObject([
    { kind: 'void', cents: -99_996 },
    { kind: 'void', cents: -4 },
  ])
})

test('BANK-255 an adjustment that was voided alone is not voided again', async () => {
  const { investmentId } = await aNearlyPaid()
  const answer = await sendPayment(admin, investmentId, { amount: shillings(129_235n) })
  const closing = (await entriesOf(investmentId)).find(({ kind }) => kind === 'adjustment')
  expect(await takeBack(admin, closing?.id ?? '', '2026-04-02')).toHaveProperty('voidId')
  const entryId = 'paymentId' in answer ? answer.paymentId : ''
  expect(await takeBack(admin, entryId, '2026-04-02')).toHaveProperty('voidId')
  expect(await bookedOn(investmentId)).toMatchObject({ received_cents: 3_400_000 })
})

test('BANK-255 a payment whose closing cents were sent back is not voided', async () => {
  const { investmentId } = await aNearlyPaid()
  const answer = await sendPayment(admin, investmentId, { amount: shillings(129_235n) })
  await as(admin, (actor) =>
    recordRefund(actor, investmentId, {
      key: randomUUID(),
      amount: usd('34,000.01'),
      refundedOn: day('2026-03-31'),
      method: 'cash',
      reference: null,
      reason: 'All back',
    }),
  )
  const entryId = 'paymentId' in answer ? answer.paymentId : ''
  expect(await takeBack(admin, entryId, '2026-04-02')).toEqual({ refused: 'below-zero' })
})
