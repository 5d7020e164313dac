import { afterEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { sendPayment } from '../../../tests/ledger.ts'
import { aMilestone, reached } from '../../../tests/milestones.ts'
import { anAdmin, anInvestment, anInvestor, aProject, day } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()
afterEach(() => setClock())

const proof =
  'Foundation Reached on 1 Mar 2026. Certified by Njeri Kamau, Structural engineer, licence A-1234.'
const textOf = (html: string) => wordsOf(html).replaceAll(/ (?=[.,])/g, '')

async function aBuilding(slug: string) {
  const projectId = await aProject('Quay')
  await change('update app.project set slug = $2 where id = $1', [projectId, slug])
  await reached(admin, projectId, await aMilestone(admin, projectId, 'Foundation', '2026-02-01'))
  await aMilestone(admin, projectId, 'Roof', '2026-06-30')
  await aMilestone(admin, projectId, 'Handover')
  return projectId
}

test('MILE-007 (issue 31) the public page shows what is built with its proof, and what is planned with its day', async () => {
  const projectId = await aBuilding('quay')
  const page = async (path = '/investment/quay', cookie?: string) =>
    textOf((await ask(path, cookie ? { cookie } : {})).html)
  setClock(() => new Date('2026-06-30T20:59:00Z'))
  const words = await page()
  expect(words).toContain('What is built 1 of 3 milestones reached')
  expect(words).toContain(`${proof} Roof Planned for 30 Jun 2026 Handover Date to be announced`)
  setClock(() => new Date('2026-06-30T21:00:00Z'))
  expect(await page()).toContain('Roof Planned for 30 Jun 2026; new date to be announced')
  setClock()
  const preview = `/admin-dashboard/projects/${projectId}/preview`
  expect(await page(preview, await cookiesOf(admin))).toContain(proof)
  await change("update app.project set slug = 'pier' where id = $1", [await aProject('Pier')])
  expect(await page('/investment/pier')).not.toContain('What is built')
})

test('MILE-008 (issue 31) an investor sees the milestones on the page of the investment, also of an unpublished project', async () => {
  const projectId = await aBuilding('shore')
  await change('update app.project set published = false where id = $1', [projectId])
  const person = await anInvestor()
  const investmentId = await anInvestment(person.investorId, projectId, usd('100'))
  const path = `/investment-dashboard/investments/${investmentId}`
  const cookie = await cookiesOf(person)
  const page = async () => (await ask(path, { cookie })).html
  const html = await page()
  expect(textOf(html)).toContain(proof.replace('Reached', 'Reached Reached'))
  // The document opens for current investors only.
  expect(textOf(html)).not.toContain('Download Certificate')
  await sendPayment(admin, investmentId, { amount: usd('10'), receivedOn: day('2026-02-02') })
  expect(textOf(await page())).toContain('Download Certificate')
  expect((await ask('/investment/shore')).status).toBe(404)
})
