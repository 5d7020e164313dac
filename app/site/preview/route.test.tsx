import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { ask } from '../../../tests/product.tsx'
import { wordsOf } from '../../../tests/screens.tsx'
import { cookiesOf } from '../../../tests/visits.ts'
import { usd } from '../../values/money.ts'

const admin = await cookiesOf(await anAdmin())
const investor = await cookiesOf(await anInvestor())
const pathOf = (id: string) => `/admin-dashboard/projects/${id}/preview`

test('shows an administrator the page of a project that no one else can see yet, with its share of the target', async () => {
  const id = await aProject('Garden City', { published: false })
  await change(
    "update app.project set tagline = 'Above the trees', target_cents = 400000 where id = $1",
    [id],
  )
  const investment = await anInvestment((await anInvestor()).investorId, id, usd('1,000'))
  await change("update app.investment set status = 'active' where id = $1", [investment])
  const { status, html } = await ask(pathOf(id), { cookie: admin })
  expect(status).toBe(200)
  const words = wordsOf(html)
  expect(words).toContain(
    'Only administrators see this. The project is not published, so its links are disabled.',
  )
  for (const shown of ['Garden City', 'Above the trees', '25%']) expect(words).toContain(shown)
})

test('says of a published one that everyone sees it, and of an archived one that no one does', async () => {
  const id = await aProject('Garden City')
  expect((await ask(pathOf(id), { cookie: admin })).html).toContain('This is the public page.')
  await change('update app.project set archived_at = now() where id = $1', [id])
  expect((await ask(pathOf(id), { cookie: admin })).html).toContain('Only administrators see this.')
})

test('is no one else’s to see, and of an unknown project there is none', async () => {
  const path = pathOf(await aProject('Garden City', { published: false }))
  expect(await ask(path)).toMatchObject({
    status: 302,
    location: `/login?next=${encodeURIComponent(path)}`,
  })
  expect(await ask(path, { cookie: investor })).toMatchObject({
    status: 302,
    location: '/investment-dashboard',
  })
  for (const unknown of [randomUUID(), 'nothing']) {
    expect(await ask(pathOf(unknown), { cookie: admin })).toMatchObject({ status: 404 })
  }
})
