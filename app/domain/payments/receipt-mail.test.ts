import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { asWorker } from '../../platform/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { composeReceipt } from './receipt-mail.server.tsx'
import { recordPayment } from './record-payment.server.ts'
import { voidEntry } from './void-entry.server.ts'

const admin = await anAdmin()

async function aPayment() {
  const investor = await anInvestor()
  const investmentId = await anInvestment(investor.investorId, await aProject(), usd('1,000'))
  const wish = { method: null, reference: null, note: null, nextPaymentOn: null, nextPaymentAmount: null }
  const answer = await as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      ...wish,
      key: randomUUID(),
      amount: usd('400'),
      receivedOn: day('2026-03-31'),
    }),
  )
  if (!('paymentId' in answer)) throw new Error(answer.refused)
  return { ...investor, paymentId: answer.paymentId }
}

const compose = ({ userId, paymentId }: { userId: string; paymentId: string }) =>
  asWorker((worker) => composeReceipt(worker, { template: 'receipt', userId, subjectId: paymentId }))

test('MAIL-007 (decisions §4) a receipt goes to the investor whose payment it is', async () => {
  const payment = await aPayment()
  expect(await compose(payment)).toMatchObject({ to: payment.email, subject: expect.stringContaining('400') })
})

test('no receipt is sent of a payment that was voided meanwhile', async () => {
  const payment = await aPayment()
  const { paymentId } = payment
  const reason = 'The cheque bounced'
  await as(admin, (actor) =>
    voidEntry(actor, { key: randomUUID(), entryId: paymentId, reason, voidedOn: day('2026-04-15') }),
  )
  expect(await compose(payment)).toBeNull()
})

test('no receipt is sent to an account that was closed meanwhile', async () => {
  const payment = await aPayment()
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(`update auth."user" set status = 'inactive' where id = $1`, [payment.userId])
  })
  expect(await compose(payment)).toBeNull()
})
