import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, asPerson } from '../../../tests/people.ts'
import { usd } from '../../values/money.ts'
import { investmentStatuses, investmentStatusLabels } from './investment.ts'
import { findInvestmentInFull } from './investment-in-full.server.ts'
import { listInvestments } from './investments.server.ts'
import { listMyInvestments } from './portfolio.server.ts'

const admin = await anAdmin()
const investor = await anInvestor('Hodan Abdi')

test('DATA-003 an investment has investor, project, amount, date, status, received, remaining and next payment date', async () => {
  const project = await aProject('Coastal Villas')
  const id = await anInvestment(investor.investorId, project, usd('1,000.50'))
  await change("update app.investment set next_payment_on = '2026-08-01' where id = $1", [id])
  expect(await as(admin, (actor) => findInvestmentInFull(actor, id))).toMatchObject({
    ...{
      id,
      investor: { id: investor.investorId },
      project: { id: project },
      amount: usd('1,000.50'),
    },
    investedOn: '2026-02-01',
    status: 'pending',
    received: 0n,
    remaining: usd('1,000.50'),
    nextPaymentOn: '2026-08-01',
  })
})

test('DATA-004 an investment status is one of four, and the database takes no other', async () => {
  expect(investmentStatuses).toEqual(['pending', 'active', 'completed', 'cancelled'])
  const id = await anInvestment(investor.investorId, await aProject(), usd('1'))
  await expect(
    change("update app.investment set status = 'upcoming' where id = $1", [id]),
  ).rejects.toThrow('investment_status_check')
})

test('DATA-005 (W-43) the portal reads the same four statuses, and a cancelled one as cancelled', async () => {
  const person = await anInvestor('Ubah Nur')
  const id = await anInvestment(person.investorId, await aProject(), usd('1'))
  await change(
    "update app.investment set status = 'cancelled', cancelled_on = '2026-04-01' where id = $1",
    [id],
  )
  const { investments } = await asPerson(person, (reader) => listMyInvestments(reader, { page: 1 }))
  expect(investments.map(({ status }) => investmentStatusLabels[status])).toEqual(['Cancelled'])
})

test('DATA-008 (W-41) the portal reads the one status that a project has', async () => {
  const person = await anInvestor('Deeqa Farah')
  const project = await aProject('Lamu Homes')
  await change("update app.project set status = 'planned', progress_percent = 12 where id = $1", [
    project,
  ])
  await anInvestment(person.investorId, project, usd('1'))
  const { investments } = await asPerson(person, (reader) => listMyInvestments(reader, { page: 1 }))
  expect(investments).toMatchObject([
    { project: { name: 'Lamu Homes', location: 'Nairobi', status: 'planned' } },
  ])
})

test('RT-009 (decisions §6) a change is read with its names in the one list, also after a person was renamed', async () => {
  const renamed = await anInvestor('Sahra Jama')
  const project = await aProject('Lake View')
  const id = await anInvestment(renamed.investorId, project, usd('1'))
  await anInvestment((await anInvestor('Ayan Nur')).investorId, project, usd('2'))
  await change("update app.investor set full_name = 'Sahra Ali' where id = $1", [
    renamed.investorId,
  ])
  await change("update app.project set name = 'Hill View' where id = $1", [project])
  const { investments } = await as(admin, (actor) =>
    listInvestments(actor, { q: 'hill view', status: null, due: null, order: 'newest', page: 1 }),
  )
  const named = investments.map(({ investor, project }) => `${project}: ${investor}`)
  expect(named.toSorted()).toEqual(['Hill View: Ayan Nur', 'Hill View: Sahra Ali'])
  expect(investments.find((investment) => investment.id === id)).toMatchObject({
    investor: 'Sahra Ali',
  })
  const { investments: own } = await asPerson(renamed, (reader) =>
    listMyInvestments(reader, { page: 1 }),
  )
  expect(own).toMatchObject([{ id, project: { name: 'Hill View' } }])
})
