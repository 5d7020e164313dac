import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { aHolding, sendPayment, takeBack } from '../../../tests/ledger.ts'
import { anAdmin, as, day } from '../../../tests/people.ts'
import { formOf, requestBy, toastOf } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { action as refundIt } from '../../office/investments/$investment/refund/route.tsx'
import VoidEntry, {
  loader as openVoid,
  action as voidIt,
} from '../../office/investments/$investment/void/route.tsx'
import { action as payIt } from '../../office/investments/payment/route.tsx'
import { workerCommand } from '../../platform/session/unattended.server.ts'
import { correctionMails } from './correction-mails.server.tsx'
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

const messagesTo = async (investorId: string) => {
  const { rows } = await change<{ message: string }>(
    'select message from app.notification where investor_id = $1 order by sent_at, id',
    [investorId],
  )
  return rows.map(({ message }) => message)
}

const composers = { receipt: composeReceipt, ...correctionMails }
async function subjectsTo(userId: string) {
  const { rows } = await change<{ template: keyof typeof composers; subject_id: string }>(
    'select template, subject_id from app.outbox where user_id = $1 order by created_at, id',
    [userId],
  )
  const mails = []
  for (const { template, subject_id: subjectId } of rows)
    mails.push(
      await workerCommand((worker) => composers[template](worker, { template, userId, subjectId })),
    )
  return mails.map((mail) => mail?.subject)
}

test('BANK-250 notices of a payment, a refund and a void state the amount moved and the dollars', async () => {
  const { investor, investmentId } = await aHolding('Hodan Abdi', 'Shilling Court')
  const kept = await sendPayment(admin, investmentId, { amount: shillings(250_000n) })
  const wrong = await sendPayment(admin, investmentId, { amount: shillings(12_924n) })
  await as(admin, (actor) =>
    recordRefund(actor, investmentId, {
      key: randomUUID(),
      amount: shillings(12_924n),
      refundedOn: day('2026-03-31'),
      method: 'mobile-money',
      reference: null,
      reason: 'Paid twice',
    }),
  )
  await takeBack(admin, 'paymentId' in wrong ? wrong.paymentId : '', '2026-04-02')
  expect(kept).toHaveProperty('paymentId')
  expect(await messagesTo(investor.investorId)).toEqual([
    'Your payment of KES 250,000.00 ($1,934.39) for the Shilling Court project has been received.',
    'Your payment of KES 12,924.00 ($100) for the Shilling Court project has been received.',
    'A refund of KES 12,924.00 ($100) for the Shilling Court project has been recorded. Reason: Paid twice',
    expect.stringContaining(
      'Your payment of KES 12,924.00 ($100) for the Shilling Court project has been voided.',
    ),
  ])
  expect(await subjectsTo(investor.userId)).toEqual([
    'Payment received: KES 250,000.00 ($1,934.39) for Shilling Court',
    undefined,
    'Payment Refunded: KES 12,924.00 ($100) for Shilling Court',
    'Payment Voided: KES 12,924.00 ($100) for Shilling Court',
  ])
})

const post = (path: string, fields: Record<string, string>) =>
  requestBy(admin, path, { method: 'POST', body: formOf({ key: randomUUID(), ...fields }) })

test('BANK-251 the office is told both amounts of what it recorded or voided', async () => {
  const { investmentId } = await aHolding()
  const here = `/admin-dashboard/investments/${investmentId}`
  const money = { amount: '12,924', currency: 'KES', rate: '', rateSource: 'company' }
  const payment = { ...money, receivedOn: '2026-03-31', method: 'mobile-money' }
  const paid = await payIt({
    ...post(`${here}/payment`, payment),
    params: { investmentId },
  } as Parameters<typeof payIt>[0])
  expect(toastOf(paid)).toContain('Payment of KES 12,924.00 ($100) has been recorded.')
  const sentBack = { ...payment, amount: '1,292.40', refundedOn: '2026-04-01', reason: 'Too much' }
  const refunded = await refundIt({
    ...post(`${here}/refund`, sentBack),
    params: { investmentId },
  } as Parameters<typeof refundIt>[0])
  expect(toastOf(refunded)).toContain('Refund of KES 1,292.40 ($10) has been recorded.')
  const { rows } = await change<{ id: string }>(
    "select id from app.ledger_entry where investment_id = $1 and kind = 'refund'",
    [investmentId],
  )
  const params = { investmentId, entryId: rows[0]?.id ?? '' }
  const at = `${here}/void/${params.entryId}`
  const loaded = await openVoid({ ...requestBy(admin, at), params } as Parameters<
    typeof openVoid
  >[0])
  expect(wordsOf(htmlOf(VoidEntry, at, loaded))).toContain(
    'Refund of $10 (KES 1,292.40 at 129.24 KES per USD), 1 Apr 2026',
  )
  const voided = await voidIt({ ...post(at, { reason: 'Not sent' }), params } as Parameters<
    typeof voidIt
  >[0])
  expect(toastOf(voided)).toContain('Refund of KES 1,292.40 ($10) has been voided.')
})
