import { expect, test } from 'vitest'
import { change } from '../../../../tests/database.ts'
import { aHolding } from '../../../../tests/ledger.ts'
import { anAdmin, anInvestor } from '../../../../tests/people.ts'
import { ask } from '../../../../tests/product.tsx'
import { wordsOf } from '../../../../tests/screens.tsx'
import { cookiesOf } from '../../../../tests/visits.ts'

test('REM-010 the office pauses and resumes the reminders to an investor; both see those that were sent', async () => {
  const cookie = await cookiesOf(await anAdmin())
  const { investor, investmentId } = await aHolding()
  const page = `/admin-dashboard/investors/${investor.investorId}`
  const shown = async (path: string, who = cookie) =>
    wordsOf((await ask(path, { cookie: who })).html)
  const pause = (paused: string, who = cookie) =>
    ask(`${page}/reminders`, { cookie: who, form: { paused } })
  expect(await shown(page)).toContain('Pause reminders')
  await pause('on')
  expect(await shown(page)).toMatch(/Payment reminders Paused since .* Resume reminders/)
  await pause('')
  expect(await shown(page)).toContain('Payment reminders On')
  await pause('on', await cookiesOf(await anInvestor()))
  expect(await shown(page)).toContain('Payment reminders On')

  await change('insert into app.reminder (investment_id, due_on, kind) values ($1, $2, -7)', [
    investmentId,
    '2027-03-10',
  ])
  const sent = '7 days before, due 10 Mar 2027'
  expect(await shown(`/admin-dashboard/investments/${investmentId}`)).toContain(sent)
  const own = await cookiesOf(investor)
  expect(await shown(`/investment-dashboard/investments/${investmentId}`, own)).toContain(sent)
})
