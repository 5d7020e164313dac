import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { aMilestone, aPlan } from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf, visitTo } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'
import { loader as exportForecast } from './export/route.ts'

const cookie = await cookiesOf(await anAdmin())
const page = async (address: string) => (await ask(address, { cookie })).html
const words = async (address: string) => wordsOf(await page(address))

beforeEach(() => setClock(() => new Date('2026-11-26T09:00:00Z')))
const { investorId } = await anInvestor('Omar Noor')
const pier = await aProject('Pier House')
const garden = await aProject('Garden Villas')
const ofPier = await anInvestment(investorId, pier, usd('1,000'))
await aPlan(ofPier, [
  { amount: usd('200.50'), dueOn: '2026-08-01' },
  { amount: usd('300'), dueOn: '2026-11-01' },
  { amount: usd('499.50'), dueOn: '2026-11-26' },
])
const ofGarden = await anInvestment(investorId, garden, usd('900'))
await aPlan(ofGarden, [
  { amount: usd('100.10'), dueOn: '2026-09-20' },
  { amount: usd('799.90'), milestoneId: await aMilestone(garden), days: 14, label: 'Roof' },
])

test('FCST-001 FCST-002 PLAN-135 the forecast shows months, what waits for a milestone, and exports each project', async () => {
  const home = '/admin-dashboard/forecast'
  const found = await words(`${home}?project=${garden}`)
  expect(found).toContain('Expected in 12 months $0')
  expect(found).toContain('Overdue $100.10')
  expect(found).toContain('Without a date $799.90 Waiting for a milestone')
  expect(found).toMatch(/September 2026 Scheduled \$100\.10 Received \$0 Still open \$100\.10/)
  expect(found).toContain('What these amounts include')
  const company = await page(home)
  expect(company).toContain('<svg')
  expect(wordsOf(company)).toMatch(/By project .*Pier House/)
  expect(wordsOf(company)).toMatch(
    /Garden Villas Scheduled so far \$100\.10 Received so far \$0 Still open \$100\.10 Without a date \$799\.90/,
  )
  expect(company.slice(company.indexOf('id="by-project"'))).not.toMatch(/<td[^>]*wide-only/)
  const request = visitTo<never>(`${home}/export?project=${garden}`, { cookie })
  const file = await ((await exportForecast(request)) as Response).text()
  expect(file).toContain('Garden Villas,2026-09,100.10,0.00,100.10')
  expect(file).toContain('Garden Villas,Without a date,799.90,,799.90')
  expect(await words(`${home}?project=${randomUUID()}`)).toContain('By project')
})

test('PLAN-129 the page of an investment says all that is overdue, with its oldest day', async () => {
  expect(await words(`/admin-dashboard/investments/${ofPier}`)).toContain(
    'Payment overdue since 1 Aug 2026 $500.50',
  )
})
