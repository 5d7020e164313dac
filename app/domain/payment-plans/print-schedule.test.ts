import { expect, test } from 'vitest'
import { aHolding, aPayment, cancelInvestment } from '../../../tests/ledger.ts'
import { aMilestone, aPlan, aReachedMilestone } from '../../../tests/payment-plans.ts'
import { anAdmin, anInvestor, as, asPerson, day } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { usd } from '../../values/money.ts'
import { issuerOf } from '../company/company-logo.server.ts'
import { owedOf } from './plan-state.ts'
import { findSchedule, printSchedule, scheduleSheet } from './print-schedule.server.ts'

const admin = await anAdmin()

async function planned() {
  const holding = await aHolding()
  const milestone = await aMilestone(holding.projectId, 'Roof')
  await aPlan(holding.investmentId, [
    { amount: usd('1,000'), dueOn: '2026-03-01', label: 'Deposit' },
    { amount: usd('2,500'), milestoneId: milestone, days: 14 },
    { amount: usd('500.50'), dueOn: '2099-01-31' },
  ])
  return { ...holding, milestone }
}
const scheduleOf = (investmentId: string) => as(admin, (actor) => findSchedule(actor, investmentId))
const sheetOf = (investmentId: string) =>
  as(admin, async (actor) => {
    const schedule = await findSchedule(actor, investmentId)
    return schedule && scheduleSheet(schedule, await issuerOf(actor))
  })
const verdictOf = async (code = '') => wordsOf((await ask(`/verify/${code}`)).html)

test('PLAN-050 the schedule lists what was agreed, what was received and the state of each line', async () => {
  const { investmentId, milestone } = await planned()
  await aPayment(admin, investmentId, ['1,200', '2026-03-01'])
  const sheet = await sheetOf(investmentId)
  expect(sheet?.figures).toEqual([
    ['Total agreed', '$4,000.50'],
    ['Received', '$1,200.00'],
    ['Still to be paid', '$2,800.50'],
  ])
  expect(sheet?.tables[0]?.rows).toMatchObject([
    { cells: ['1 Mar 2026', 'Deposit', '$1,000.00', '$0.00'], note: 'Paid' },
    { cells: ['No date yet', 'Instalment 2', '$2,500.00', '$2,500.00'] },
    { cells: ['31 Jan 2099', 'Instalment 3', '$500.50', '$300.50'], note: 'Partly paid' },
  ])
  expect(sheet?.tables[0]?.rows[1]?.note).toBe('Waiting for “Roof”. 14 days after “Roof”')
  const { fingerprint } = sheet?.frame ?? {}
  await aReachedMilestone(milestone, '2026-05-01')
  const reached = await sheetOf(investmentId)
  expect(reached?.tables[0]?.rows[1]?.cells[0]).toBe('15 May 2026')
  expect(reached?.figures.at(-1)).toEqual(['Overdue', '$2,300.00'])
  expect(reached?.frame.fingerprint).toBe(fingerprint)
})

test('PLAN-141 what a nearly paid line lacks is not overdue, and is due with the next line', async () => {
  const line = (position: number, open: string, on: string) => ({
    ...{ position, label: null, amount: usd('1,000'), open: usd(open) },
    ...{ dueOn: day(on), milestone: null, daysAfter: null },
  })
  const lines = [line(1, '2', '2026-03-01'), line(2, '1,000', '2026-04-01')]
  expect(owedOf(lines, day('2026-03-10'))).toEqual({ due: 0n, overdue: 0n })
  expect(owedOf(lines, day('2026-04-01'))).toEqual({ due: usd('1,002'), overdue: 0n })
  expect(owedOf(lines, day('2026-04-02'))).toEqual({ due: usd('1,002'), overdue: usd('1,000') })
  const { investmentId } = await planned()
  await aPayment(admin, investmentId, ['998', '2026-03-01'])
  expect((await sheetOf(investmentId))?.figures.map(([name]) => name)).not.toContain('Overdue')
})

test('PLAN-051 /verify knows a schedule by its code, lists what was agreed, and says when it was replaced or cancelled', async () => {
  const { investmentId } = await planned()
  const first = await scheduleOf(investmentId)
  const genuine = await verdictOf(first?.code)
  expect(genuine).toContain('This payment schedule is genuine.')
  expect(genuine).toContain('Total agreed $4,000.50')
  expect(genuine).toContain('Due on 1 Mar 2026 $1,000.00')
  expect(genuine).toContain('Due 14 days after “Roof” $2,500.00')
  expect(genuine).not.toContain('Jama')
  await aPlan(investmentId, [{ amount: usd('4,000.50'), dueOn: '2026-03-01' }])
  const second = await scheduleOf(investmentId)
  expect(second?.code).not.toBe(first?.code)
  expect(await verdictOf(first?.code)).toContain('This payment schedule was replaced.')
  expect(await verdictOf(second?.code)).toContain('This payment schedule is genuine.')
  await cancelInvestment(admin, investmentId)
  expect(await verdictOf(second?.code)).toContain('This payment schedule is no longer valid.')
  const cancelled = await sheetOf(investmentId)
  expect(cancelled?.frame.stamp?.word).toBe('CANCELLED')
  expect(cancelled?.tables[0]?.rows).toMatchObject([{ note: 'Cancelled' }])
  expect(cancelled?.figures.map(([name]) => name)).not.toContain('Overdue')
  expect(cancelled?.figures.at(-1)).toEqual(['Still to be paid', '$0.00'])
  expect(cancelled?.tables[0]?.rows[0]?.cells.at(-1)).toBe('$0.00')
})

test('PLAN-052 an investor prints their own schedule only', async () => {
  const { investor, investmentId } = await planned()
  const own = await asPerson(investor, (reader) => findSchedule(reader, investmentId))
  expect(own).toMatchObject({ investor: 'Jama Warsame', plan: { version: 1 } })
  const other = await anInvestor()
  expect(await asPerson(other, (reader) => findSchedule(reader, investmentId))).toBeNull()
  const company = await as(admin, issuerOf)
  const pdf = own && (await printSchedule(own, company))
  expect(pdf?.subarray(0, 5).toString()).toBe('%PDF-')
  expect(
    (await aHolding()).investmentId && (await scheduleOf((await aHolding()).investmentId)),
  ).toBeNull()
})
