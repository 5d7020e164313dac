import { expect, test } from 'vitest'
import { aPaymentAccount, twoAccounts } from '../../../../tests/bank-transactions.ts'
import { change } from '../../../../tests/database.ts'
import { aPayment } from '../../../../tests/ledger.ts'
import { aMilestone, aPlan, type LineOfPlan } from '../../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { instructionsForMail } from '../../../domain/payment-accounts/how-to-pay-mail.server.tsx'
import { workerCommand } from '../../../platform/session/unattended.server.ts'
import { usd } from '../../../values/money.ts'

const admin = await anAdmin()

async function planned(paid: string | null, linesOf: (milestoneId: string) => LineOfPlan[]) {
  const investor = await anInvestor('Asha Noor')
  const projectId = await aProject('Quay House')
  const id = await anInvestment(investor.investorId, projectId, usd('10,000'))
  await aPlan(id, linesOf(await aMilestone(projectId, 'Roof')))
  if (paid !== null) await aPayment(admin, id, [paid, '2026-03-01'])
  const read = async (person: { email: string }, path: string) =>
    wordsOf((await ask(path, { cookie: await cookiesOf(person) })).html).replaceAll(
      / (?=[.,:;])/g,
      '',
    )
  return {
    investor,
    id,
    portal: await read(investor, `/investment-dashboard/investments/${id}`),
    list: await read(investor, '/investment-dashboard/investments'),
    dashboard: await read(investor, '/investment-dashboard'),
    office: await read(admin, `/admin-dashboard/investments/${id}`),
    officeInvestor: await read(admin, `/admin-dashboard/investors/${investor.investorId}`),
  }
}

/** $30 of the first line is missing, and the other waits. */
const waiting = () =>
  planned('6,970', (milestoneId) => [
    { amount: usd('7,000'), dueOn: '2026-02-10' },
    { amount: usd('3,000'), milestoneId, days: 0 },
  ])

const nearlyPaid = () =>
  planned('9,970', () => [
    { amount: usd('3,000'), dueOn: '2026-02-10' },
    { amount: usd('7,000'), dueOn: '2026-03-10' },
  ])

test('PLAN-152 how to pay asks for nothing that waits for a milestone, and still shows accounts and reference', async () => {
  await twoAccounts()
  await aPaymentAccount()
  const { investor, id, portal, office } = await waiting()
  const later =
    'Nothing is to be paid now. $3,000.00 when “Roof” is reached. $30.00 is left from earlier instalments.'
  for (const page of [portal, office]) {
    expect(page).toContain(later)
    expect(page).toContain('Payment reference')
    expect(page).not.toContain('To pay')
  }
  const [mailed] = await workerCommand((worker) =>
    instructionsForMail(worker, { userId: investor.userId }),
  )
  expect(mailed).toMatchObject({ amount: null, later, quotes: [] })
  expect(mailed?.accounts.length).toBeGreaterThan(0)
  const { html } = await ask(`/admin-dashboard/investments/${id}`, {
    cookie: await cookiesOf(admin),
  })
  const [, message = ''] = /wa\.me\/\?text=([^"]+)"/.exec(html) ?? []
  expect(decodeURIComponent(message)).toContain(`\n\n${later}\n\n`)
})

test('PLAN-153 where no instalment has a day, portal and office say what the plan waits for, or that all are paid', async () => {
  const roof = await waiting()
  expect(roof.portal).toContain('Nothing is due until “Roof” is reached.')
  for (const page of [roof.portal, roof.dashboard, roof.office, roof.officeInvestor]) {
    expect(page).toContain('Waits for “Roof”')
    expect(page).not.toMatch(/No date (agreed|set)/)
  }
  const { portal, dashboard, office, officeInvestor } = await nearlyPaid()
  expect(portal).toContain('All instalments are paid; $30.00 remains.')
  expect(portal).not.toContain('milestone is reached')
  expect(portal).toContain('Nothing is to be paid now. $30.00 is left from earlier instalments.')
  for (const page of [portal, dashboard, office, officeInvestor]) {
    expect(page).toContain('All instalments are paid')
    expect(page).not.toMatch(/No date (agreed|set)/)
  }
})

test('PLAN-163 the list of own investments names the milestone that the next payment waits for', async () => {
  expect((await waiting()).list).toContain('Next payment Waits for “Roof”')
  expect((await nearlyPaid()).list).not.toContain('Next payment')
})

test('PLAN-161 an archived investment with unpaid instalments is nowhere called paid', async () => {
  const { investor, id } = await planned(null, () => [
    { amount: usd('3,000'), dueOn: '2026-02-10' },
    { amount: usd('7,000'), dueOn: '2027-03-10' },
  ])
  await change('update app.investment set archived_at = now() where id = $1', [id])
  const read = async (person: { email: string }, path: string) =>
    wordsOf((await ask(path, { cookie: await cookiesOf(person) })).html)
  for (const page of [
    await read(investor, `/investment-dashboard/investments/${id}`),
    await read(investor, '/investment-dashboard'),
    await read(admin, `/admin-dashboard/investments/${id}`),
  ])
    expect(page).not.toContain('All instalments are paid')
})
