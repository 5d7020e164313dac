import { expect, test } from 'vitest'
import { aPayment } from '../../../../../tests/ledger.ts'
import { aMilestone, aPlan } from '../../../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../../tests/people.ts'
import { ask } from '../../../../../tests/product.tsx'
import { wordsOf } from '../../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../../tests/visits.ts'
import { usd } from '../../../../values/money.ts'

test('PLAN-125 a void of an investment whose plan waits for a milestone does not ask for a next payment', async () => {
  const admin = await anAdmin()
  const projectId = await aProject()
  const { investorId } = await anInvestor('Waits Patiently')
  const id = await anInvestment(investorId, projectId, usd('1,000.00'))
  const roof = await aMilestone(projectId)
  await aPlan(id, [{ amount: usd('1,000.00'), milestoneId: roof, days: 14 }])
  const { paymentId } = await aPayment(admin, id, ['400', '2026-03-01'])
  const { html } = await ask(`/admin-dashboard/investments/${id}/ledger/void/${paymentId}`, {
    cookie: await cookiesOf(admin),
  })
  const dialog = wordsOf(html)
  expect(dialog).toContain('Status follows the received total')
  expect(dialog).not.toContain('set one under Edit')
})
