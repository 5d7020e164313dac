import { randomUUID } from 'node:crypto'
import { render } from 'react-email'
import { expect, test } from 'vitest'
import { aPaymentAccount, aTransaction } from '../../../tests/bank-transactions.ts'
import { asSuperuser, change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { usd } from '../../values/money.ts'
import { correctionMails } from './correction-mails.server.tsx'
import { composeReceipt } from './receipt-mail.server.tsx'
import { recordPayment } from './record-payment.server.ts'
import { recordRefund } from './record-refund.server.ts'
import { voidEntry } from './void-entry.server.ts'

const admin = await anAdmin()
const composers = { receipt: composeReceipt, ...correctionMails }

async function aPayment() {
  const investor = await anInvestor()
  const investmentId = await anInvestment(investor.investorId, await aProject(), usd('1,000'))
  const wish = {
    method: null,
    reference: null,
    note: null,
    nextPaymentOn: null,
    nextPaymentAmount: null,
  }
  const answer = await as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      ...wish,
      key: randomUUID(),
      amount: usd('400'),
      receivedOn: day('2026-03-31'),
    }),
  )
  if (!('paymentId' in answer)) throw new Error(answer.refused)
  return { ...investor, investmentId, paymentId: answer.paymentId }
}

/** The emails that wait for this account, as they would go now: template, address and subject. */
async function mailsTo(userId: string) {
  const { rows } = await change<{ template: keyof typeof composers; subject_id: string }>(
    'select template, subject_id from app.outbox where user_id = $1 order by created_at, id',
    [userId],
  )
  return Promise.all(
    rows.map(async ({ template, subject_id: subjectId }) => {
      const mail = await workerCommand((worker) =>
        composers[template](worker, { template, userId, subjectId }),
      )
      return [template, mail?.to ?? null, mail?.subject ?? null]
    }),
  )
}

const compose = ({ userId, paymentId }: { userId: string; paymentId: string }) =>
  workerCommand((worker) =>
    composeReceipt(worker, { template: 'receipt', userId, subjectId: paymentId }),
  )

test('MAIL-007 (decisions §4) a receipt goes to the investor whose payment it is', async () => {
  const payment = await aPayment()
  expect(await compose(payment)).toMatchObject({
    to: payment.email,
    subject: expect.stringContaining('400'),
  })
})

test('BANK-601 a receipt email says what of the money is held for the investor', async () => {
  const payment = await aPayment()
  const accountId = await aPaymentAccount()
  const id = await aTransaction(accountId, { minor: 1_057_495n })
  await change('update app.bank_transaction set held_for_id = $2 where id = $1', [
    id,
    payment.investorId,
  ])
  const words = async (of: typeof payment) => {
    const composed = await compose(of)
    return composed ? render(composed.body, { plainText: true }) : ''
  }
  expect(await words(payment)).toContain(
    'KES 10,574.95 is held for you: it is not yet credited to an investment.',
  )
  expect(await words(await aPayment())).not.toContain('held for you')
})

test('no receipt is sent of a payment that was voided in the meantime', async () => {
  const payment = await aPayment()
  const { paymentId } = payment
  const reason = 'The cheque bounced'
  await as(admin, (actor) =>
    voidEntry(actor, {
      key: randomUUID(),
      entryId: paymentId,
      reason,
      voidedOn: day('2026-04-15'),
    }),
  )
  expect(await compose(payment)).toBeNull()
})

test('who was mailed a receipt is mailed its void and a refund too, with the reason', async () => {
  const { userId, investmentId, paymentId, email } = await aPayment()
  const given = {
    key: randomUUID(),
    amount: usd('100'),
    refundedOn: day('2026-04-01'),
    method: 'cash' as const,
  }
  await as(admin, (actor) =>
    recordRefund(actor, investmentId, { ...given, reference: null, reason: 'Paid too much' }),
  )
  const taken = { entryId: paymentId, reason: 'The cheque bounced', voidedOn: day('2026-04-15') }
  expect(
    await as(admin, (actor) => voidEntry(actor, { key: randomUUID(), ...taken })),
  ).toHaveProperty('refused')
  const other = await aPayment()
  const voided = await as(admin, (actor) =>
    voidEntry(actor, { key: randomUUID(), ...taken, entryId: other.paymentId }),
  )
  expect(voided).toHaveProperty('voidId')
  expect(await mailsTo(userId)).toEqual([
    ['receipt', email, 'Payment received: $400 for Twin Towers Muthaiga'],
    ['refund-recorded', email, 'Payment Refunded: $100 for Twin Towers Muthaiga'],
  ])
  expect(await mailsTo(other.userId)).toEqual([
    ['receipt', null, null],
    ['entry-voided', other.email, 'Payment Voided: $400 for Twin Towers Muthaiga'],
  ])
})

test('no receipt is sent to an account that was closed in the meantime', async () => {
  const payment = await aPayment()
  await asSuperuser(async (client) => {
    await client.query("select set_config('app.actor', 'command', false)")
    await client.query(`update auth."user" set status = 'inactive' where id = $1`, [payment.userId])
  })
  expect(await compose(payment)).toBeNull()
})
