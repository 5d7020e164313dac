import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { visitTo } from '../../../tests/visits.ts'
import { setClock } from '../../platform/clock.server.ts'
import type { Route } from './+types/route.ts'
import { loader } from './route.ts'

test('PUB-370 the installed portal has the name of the company', async () => {
  await change(`update app.company set facts = facts || '{"brand": "Nyumba"}'`)
  // Past the minute for which the name is cached, also by a file that ran before with another clock.
  setClock(() => new Date('2300-01-01T00:00:00Z'))
  const answer = await loader(visitTo<Route.LoaderArgs>('/manifest.webmanifest'))
  expect(answer.headers.get('content-type')).toBe('application/manifest+json')
  expect(await answer.json()).toMatchObject({
    name: 'Nyumba Investor Portal',
    short_name: 'Nyumba',
    start_url: '/investment-dashboard',
    icons: [{ sizes: '192x192' }, { sizes: '512x512' }, { purpose: 'maskable' }],
  })
})
