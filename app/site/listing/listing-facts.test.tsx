import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { setStatus } from '../../../tests/investments.ts'
import { listingOf } from '../../../tests/listings.ts'
import { anAdmin, anInvestment, anInvestor, aProject, as, day } from '../../../tests/people.ts'
import { editUpdate, reportProgress } from '../../domain/projects/report-progress.server.ts'
import { setClock } from '../../platform/clock.server.ts'
import { transact } from '../../platform/database/database.server.ts'
import { usd } from '../../values/money.ts'

const admin = await anAdmin()
beforeEach(() => setClock(() => new Date('2026-03-10T12:00:00+03:00')))
afterEach(() => setClock())

const set = (projectId: string, facts: Record<string, unknown>) => {
  const columns = Object.keys(facts).map((column, index) => `${column} = $${index + 2}`)
  return change(`update app.project set ${columns.join(', ')} where id = $1`, [
    projectId,
    ...Object.values(facts),
  ])
}

test('PAGE-001 (issue 33) risks, fees, who holds the money, refunds and payouts are shown as text, and what is empty shows nothing', async () => {
  const projectId = await aProject()
  const before = (await listingOf(projectId)).words
  expect(before).not.toMatch(/Your money|Fees|Refunds|Payouts|Who holds the money/)
  await set(projectId, {
    risk_text: '<img src=x onerror=alert(1)> The sea is near.',
    fees_text: '2% of each payout.',
    custody_text: 'An escrow account at <b>KCB</b>.',
  })
  const { html, words } = await listingOf(projectId)
  expect(words).toMatch(
    /Your money Who holds the money, and when it is released An escrow account at &lt;b&gt;KCB&lt;\/b&gt;. Fees 2% of each payout\./,
  )
  expect(words).not.toMatch(/Refunds|Payouts/)
  expect(words).toMatch(/Before you decide &lt;img src=x onerror=alert\(1\)&gt; The sea is near\./)
  expect(html).not.toContain('<img src=x')
  expect(html).not.toContain('<b>KCB</b>')
})

test('PAGE-004 (issue 33) photographs are told with their days from drawings of what is planned', async () => {
  const projectId = await aProject()
  for (const [place, takenOn] of [null, '2026-02-01', '2026-01-05'].entries()) {
    const { rows } = await change(
      "insert into app.picture (width, height, placeholder) values (10, 10, 'data:,') returning id",
    )
    await change("insert into app.picture_file values ($1, 10, 'webp', $2, 23)", [
      rows[0]?.id,
      randomUUID(),
    ])
    await change(
      "insert into app.project_picture (project_id, picture_id, place, alt, taken_on) values ($1, $2, $3, 'A house', $4)",
      [projectId, rows[0]?.id, place + 1, takenOn],
    )
  }
  expect((await listingOf(projectId)).words).toContain(
    '2 photographs, taken from 5 Jan 2026 to 1 Feb 2026. 1 picture without a date shows what is planned.',
  )
})

test('PAGE-005 (issue 33) a guest reads the updates that are public, of published projects, until they are not', async () => {
  const projectId = await aProject()
  const report = (body: string, isPublic: boolean) =>
    as(admin, (actor) =>
      reportProgress(actor, projectId, {
        key: randomUUID(),
        datedOn: day('2026-03-01'),
        percent: 40,
        body,
        isPublic,
        told: false,
      }),
    )
  await report('For investors only.', false)
  const reported = await report('The roof is <i>on</i>.', true)
  const { words } = await listingOf(projectId)
  expect(words).toMatch(
    /Progress updates 1 Mar 2026 40% built The roof is &lt;i&gt;on&lt;\/i&gt;\./,
  )
  expect(words).not.toContain('For investors only')
  const seen = () =>
    transact({ role: 'guest' }, async ({ tx }) => {
      const rows = await tx.selectFrom('project_update').select('body').execute()
      return rows.map(({ body }) => body)
    })
  expect(await seen()).toEqual(['The roof is <i>on</i>.'])
  await set(projectId, { published: false })
  expect(await seen()).toEqual([])
  await set(projectId, { published: true })
  const updateId = 'updateId' in reported ? reported.updateId : ''
  const withdrawn = { version: 1, datedOn: day('2026-03-01'), percent: 40, body: 'On.' }
  await as(admin, (actor) =>
    editUpdate(actor, { projectId, updateId }, { ...withdrawn, isPublic: false }),
  )
  expect(await seen()).toEqual([])
  expect((await listingOf(projectId)).words).not.toContain('Progress updates')
})

test('PAGE-006 (issue 33) the place is drawn here without scripts or pictures of others, and linked by coordinates, or by its name', async () => {
  const projectId = await aProject('Quay & Pier')
  const plain = await listingOf(projectId)
  expect(plain.html).toContain('https://www.openstreetmap.org/search?query=Nairobi')
  expect(plain.html).toContain('query=Quay%20%26%20Pier%2C%20Nairobi')
  expect(plain.html).not.toContain('Map of Kenya')
  await set(projectId, { latitude: -1.2921, longitude: 36.8219 })
  const { html } = await listingOf(projectId)
  expect(html).toContain('aria-label="Map of Kenya and Somalia with Nairobi marked"')
  expect(html).toContain('mlat=-1.2921&amp;mlon=36.8219')
  expect(html).toContain('query=-1.2921%2C36.8219')
  expect(html).not.toMatch(/src="https?:/)
  await set(projectId, { latitude: 51.5, longitude: -0.12 })
  expect((await listingOf(projectId)).html).not.toContain('Map of Kenya')
})

test('PAGE-007 (issue 33) the number of people who have invested is shown, each once, and nothing about who', async () => {
  const projectId = await aProject()
  expect((await listingOf(projectId)).words).not.toContain('so far')
  const [first, second] = [await anInvestor('Zainab Farole'), await anInvestor('Ben Otieno')]
  for (const investor of [first, first, second])
    await setStatus(await anInvestment(investor.investorId, projectId, usd('100')), 'active')
  await anInvestment((await anInvestor()).investorId, projectId, usd('100'))
  const { html, words } = await listingOf(projectId)
  expect(words).toContain('investors so far 2')
  expect(html).not.toMatch(/Zainab|Otieno/)
})

test('PAGE-010 (issue 33) free shares are chosen on the listing and go on to the request, taken ones are not offered, named units are counted', async () => {
  const projectId = await aProject()
  expect((await listingOf(projectId)).words).not.toMatch(/Choose your share|to choose from/)
  const unit = async (name: string, share: number | null, price: number) => {
    const { rows } = await change(
      'insert into app.project_unit (project_id, name, share_bp, price_cents) values ($1, $2, $3, $4) returning id',
      [projectId, name, share, price],
    )
    return rows[0]?.id ?? ''
  }
  const half = await unit('50%', 5_000, 1_000_000)
  const quarter = await unit('25%', 2_500, 500_000)
  const { html, words } = await listingOf(projectId)
  expect(words).toMatch(
    /Choose your share.*25% \$5,000.*50% \$10,000|Choose your share.*50% \$10,000.*25% \$5,000/,
  )
  expect(html).toMatch(/ action="\/investment\/p-[^"]+\/invest"/)
  for (const id of [half, quarter]) expect(html).toContain(`value="${id}"`)
  const investmentId = await anInvestment((await anInvestor()).investorId, projectId, usd('7,500'))
  await change('update app.investment set share_bp = 7500 where id = $1', [investmentId])
  const after = await listingOf(projectId)
  expect(after.html).not.toContain(`value="${half}"`)
  expect(after.html).toContain(`value="${quarter}"`)
  await unit('Shop 1', null, 700_000)
  expect((await listingOf(projectId)).words).toContain('1 unit to choose from: Shop 1')
})
