import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aPayment } from '../../../../tests/ledger.ts'
import { aPlan } from '../../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'
import { clock } from '../../../platform/clock.server.ts'
import { addDays, formatDay } from '../../../values/calendar-date.ts'
import { usd } from '../../../values/money.ts'

const admin = await anAdmin()
const cookie = await cookiesOf(admin)
const path = '/admin-dashboard/receivables'

test('PLAN-159 PLAN-162 money of the day of a promise keeps it unless it was recorded before a note of that day', async () => {
  const today = clock.today()
  const yesterday = addDays(today, -1)
  const until = addDays(today, 7)
  const { investorId } = await anInvestor('Yusuf Early')
  const investmentId = await anInvestment(investorId, await aProject('Garden'), usd('2,000'))
  await aPlan(investmentId, [{ amount: usd('2000'), dueOn: '2026-10-01' }])
  const shown = async () => wordsOf((await ask(path, { cookie })).html)
  const promised = async (contactedOn: string, promisedAmount: string) => {
    const form = { note: 'Will send more', contactedOn, key: randomUUID() }
    const promise = { promisedOn: until, promisedAmount }
    await ask(`${path}/${investorId}/note`, { cookie, form: { ...form, ...promise } })
    return shown()
  }
  await aPayment(admin, investmentId, ['100', addDays(today, -2)])
  await aPayment(admin, investmentId, ['600', yesterday])
  expect(await promised(yesterday, '600')).toContain(`Kept $600 by ${formatDay(until)}`)
  await aPayment(admin, investmentId, ['500', today])
  expect(await promised(today, '500')).toContain(`Promised $500 by ${formatDay(until)}`)
  await aPayment(admin, investmentId, ['500', today])
  expect(await shown()).toContain(`Kept $500 by ${formatDay(until)}`)
})
