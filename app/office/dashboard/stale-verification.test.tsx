import { expect, test } from 'vitest'
import { anAdmin } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import type { Route } from './+types/route.ts'
import Dashboard, { loader } from './route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard'

test('VERIF-012 (issue 33) the dashboard counts verification items that are expired or expire within 30 days, and leads to their projects', async () => {
  const loaded = await loader(requestBy(admin, path) as unknown as Route.LoaderArgs)
  const { figures } = loaded
  const quay = { projectId: 'quay', project: 'Quay', count: 2 }
  const pier = { projectId: 'pier', project: 'Pier', count: 1 }
  const htmlWith = (projects: (typeof quay)[], count: number) =>
    htmlOf(Dashboard, path, {
      ...loaded,
      figures: figures && {
        ...figures,
        attention: { ...figures.attention, verification: { projects, count, expired: 1 } },
      },
    })
  const html = htmlWith([quay, pier], 3)
  expect(wordsOf(html)).toMatch(
    /3 verification items expired or expire within 30 days Quay 2 · Pier/,
  )
  expect(html).toContain('href="/admin-dashboard/projects/quay/verification"')
  expect(wordsOf(htmlWith([pier], 1))).toContain(
    '1 verification item has expired or expires within 30 days Pier',
  )
  expect(wordsOf(htmlWith([], 0))).not.toContain('verification item')
})
