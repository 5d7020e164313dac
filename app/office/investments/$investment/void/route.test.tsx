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

test('PLAN-116 the void of a payment of a plan names the line that is then due, also of a completed investment', async () => {
  const admin = await anAdmin()
  const { investorId } = await anInvestor('Pays Monthly')
  const id = await anInvestment(investorId, await aProject(), usd('5,000'))
  await aPlan(id, [
    { amount: usd('1,000'), dueOn: '2026-09-13' },
    { amount: usd('1,333.33'), dueOn: '2026-10-20' },
    { amount: usd('1,333.33'), dueOn: '2026-11-20' },
    { amount: usd('1,333.34'), dueOn: '2026-12-24' },
  ])
  const older = await aPayment(admin, id, ['1,500', '2026-03-01'])
  await aPayment(admin, id, ['833.33', '2026-03-02'])
  const cookie = await cookiesOf(admin)
  const dialog = async ({ paymentId }: { paymentId: string }) => {
    const path = `/admin-dashboard/investments/${id}/ledger/void/${paymentId}`
    return wordsOf((await ask(path, { cookie })).html)
  }
  expect(await dialog(older)).toContain('Next payment $166.67 is due on 13 Sep 2026')
  const last = await aPayment(admin, id, ['2,666.67', '2026-03-03'])
  expect(await dialog(last)).toContain('Next payment $1,333.33 is due on 20 Nov 2026')
})
