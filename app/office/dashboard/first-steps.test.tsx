import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { usd } from '../../values/money.ts'
import type { Route } from './+types/route.ts'
import Dashboard, { loader } from './route.tsx'

const path = '/admin-dashboard'

test('ADM-374 a fresh installation starts with its steps and no figures; all done, only the figures are left', async () => {
  const admin = await anAdmin('Amina Yusuf')
  const load = () => loader(requestBy(admin, path) as unknown as Route.LoaderArgs)
  const shown = async () => htmlOf(Dashboard, path, await load())
  await change('update app.installation set demo = false')
  await change(`update app.company set facts = facts || '{"about": ""}'`)
  const fresh = await shown()
  expect(wordsOf(fresh)).toMatch(
    /Getting started Describe the company To do .*first project To do .*first investor To do .*first investment To do .*\(SMTP_URL\) To do/,
  )
  for (const place of ['company', 'projects/new', 'investors/new', 'investments/new', 'outbox'])
    expect(fresh).toContain(`href="${path}/${place}"`)
  expect(fresh).not.toContain('aria-label="Totals"')
  expect(wordsOf(fresh)).not.toContain('$0')

  await change(`update app.company set facts = facts || '{"about": "We build homes."}'`)
  const projectId = await aProject('Corner Plaza')
  const begun = await shown()
  expect(wordsOf(begun)).toMatch(
    /Describe the company Done .*first project Done .*first investor To do/,
  )
  expect(begun).toContain(`href="${path}/projects"`)
  expect(begun).toContain('aria-label="Totals"')

  await anInvestment((await anInvestor('Hodan Ali')).investorId, projectId, usd('1,000'))
  expect(wordsOf(await shown())).toMatch(/first investment Done .*\(SMTP_URL\) To do/)
  const whole = await load()
  const figures = whole.figures && { ...whole.figures, canSendMail: true }
  const done = wordsOf(htmlOf(Dashboard, path, { ...whole, figures }))
  expect(done).not.toContain('Getting started')
  expect(done).toContain('Total Investment $1,000')
})
