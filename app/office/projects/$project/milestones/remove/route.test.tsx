import { expect, test } from 'vitest'
import { cancelInvestment } from '../../../../../../tests/ledger.ts'
import { aMilestone, aPlan } from '../../../../../../tests/payment-plans.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../../../../tests/people.ts'
import { formOf, requestBy } from '../../../../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../../../../tests/screens.tsx'
import { usd } from '../../../../../values/money.ts'
import RemoveMilestone, { action, loader } from './route.tsx'

const admin = await anAdmin()

test('PLAN-138 removing a milestone that plans have says why not, with links to them, and has no button', async () => {
  const projectId = await aProject()
  const milestoneId = await aMilestone(projectId)
  const path = `/admin-dashboard/projects/${projectId}/milestones/${milestoneId}/remove`
  const argsOf = (init?: RequestInit) =>
    ({ ...requestBy(admin, path, init), params: { projectId, milestoneId } }) as never
  const open = async () => htmlOf(RemoveMilestone, path, await loader(argsOf()))
  expect(wordsOf(await open())).toContain('This cannot be undone')
  const { investorId } = await anInvestor('Hodan Abdi')
  const held = await anInvestment(investorId, projectId, usd('100'))
  await aPlan(held, [{ amount: usd('100'), milestoneId, days: 0 }])
  await cancelInvestment(admin, held)
  const shown = await open()
  expect(wordsOf(shown)).toMatch(
    /1 investment has a payment plan with this milestone, current or earlier\. .* Hodan Abdi Cancelled/,
  )
  expect(shown).toContain(`href="/admin-dashboard/investments/${held}"`)
  expect(shown).not.toContain('type="submit"')
  const sent = { method: 'POST', body: formOf({ version: '1' }) }
  expect(await action(argsOf(sent))).toMatchObject({
    data: { reply: { message: expect.stringContaining('Plans stay as agreed') } },
  })
})
