import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../../tests/people.ts'
import { cookiesOf, visitTo } from '../../../../tests/visits.ts'
import { recordPayment } from '../../../domain/payments/record-payment.server.ts'
import { usd } from '../../../values/money.ts'
import { loader } from './route.ts'

test('AUTH-470 a receipt may be stored on its own investor’s device only: the response names the account, and none in view mode', async () => {
  const admin = await anAdmin()
  const investor = await anInvestor()
  const investmentId = await anInvestment(investor.investorId, await aProject(), usd('1,000'))
  const paid = await as(admin, (actor) =>
    recordPayment(actor, investmentId, {
      ...{
        key: randomUUID(),
        amount: usd('100'),
        receivedOn: day('2026-03-31'),
        method: 'cash',
        reference: null,
      },
      note: null,
      nextPaymentOn: null,
      nextPaymentAmount: null,
    }),
  )
  const receiptNumber = 'receiptNumber' in paid ? paid.receiptNumber : ''
  const ask = async (person: { email: string }, query = '') => {
    const path = `/investment-dashboard/receipts/${receiptNumber}/pdf${query}`
    return loader(visitTo(path, { cookie: await cookiesOf(person), params: { receiptNumber } }))
  }
  expect((await ask(investor)).headers.get('Offline-Copy-For')).toBe(investor.userId)
  const viewed = await ask(admin, `?investorId=${investor.investorId}`)
  expect(viewed.headers.get('Content-Type')).toBe('application/pdf')
  expect(viewed.headers.get('Offline-Copy-For')).toBeNull()

  const named = async () => (await ask(investor)).headers.get('Content-Disposition')
  expect(await named()).toContain(`"Receipt ${receiptNumber}.pdf"`)
  const paymentId = 'paymentId' in paid ? paid.paymentId : ''
  await change(
    `insert into app.ledger_entry (investment_id, kind, amount_cents, dated_on, voids_id, reason)
     values ($1, 'void', -10000, '2026-04-01', $2, 'Recorded twice')`,
    [investmentId, paymentId],
  )
  expect(await named()).toContain(`"Receipt ${receiptNumber} (voided).pdf"`)
})
