import { expect, test } from 'vitest'
import { change } from '../../../tests/database.ts'
import { anAdmin, anInvestment, anInvestor, aProject } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { usd } from '../../values/money.ts'
import OfficeLayout, { loader as layoutLoader } from '../layout.tsx'
import type { Route } from './+types/route.ts'
import { RecentActivities } from './recent-activities.tsx'
import Dashboard, { ErrorBoundary, loader } from './route.tsx'

const admin = await anAdmin('Amina Yusuf')
const path = '/admin-dashboard'

test('ADM-009 (W-53) eight figures are named after their quantities, money in whole dollars', async () => {
  const investor = await anInvestor('Hodan Ali')
  await anInvestment(investor.investorId, await aProject('Corner Plaza'), usd('1,250.50'))
  const html = htmlOf(Dashboard, path, await loader(requestBy(admin, path) as unknown as Route.LoaderArgs))
  const labels = [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt>/g)].map(([, label]) => label)
  expect(labels).toEqual([
    'Total Investors',
    'Total Investment',
    'Received Payments',
    'Remaining Payment',
    'Ongoing Projects',
    'Upcoming Projects',
    'Closed Projects',
    'Documents',
  ])
  const words = wordsOf(html)
  expect(words).toContain('Total Investment $1,251 1 investment')
  expect(words).toMatch(/Recent Activities Hodan Ali invested \$1,251 Corner Plaza Just now/)
})

test('until there is an address to write to the dashboard says so, with the way to the settings', async () => {
  const shown = async () => htmlOf(Dashboard, path, await loader(requestBy(admin, path) as unknown as Route.LoaderArgs))
  const store = (email: string) =>
    change(`update app.company set facts = facts || jsonb_build_object('contactEmail', $1::text, 'supportEmail', $1)`, [
      email,
    ])
  await store('no-reply@msingi.test')
  expect(wordsOf(await shown())).toContain('People cannot see how to reach you: no contact email is set.')
  expect(await shown()).toContain('/company#contacts')
  await store('office@msingi.test')
  expect(wordsOf(await shown())).not.toContain('contact email')
})

test('ADM-018 a failed load raises a toast and leaves a way to try again', () => {
  const words = wordsOf(htmlOf(ErrorBoundary, path))
  expect(words).toContain('Error fetching dashboard data Please try again later.')
  expect(words).toContain('Try again')
})

test('ADM-003 ADM-005 the sidebar says whose panel it is; Visit Website opens in another tab', async () => {
  const { data } = await layoutLoader(requestBy(admin, path) as unknown as Parameters<typeof layoutLoader>[0])
  const html = htmlOf(OfficeLayout, path, data)
  expect(wordsOf(html)).toContain('Admin Panel')
  expect(wordsOf(html)).toContain('Logged in as Amina Yusuf')
  const link = /<a [^>]*title="Visit Website"[^>]*>/.exec(html)?.[0]
  expect(link).toContain('href="/"')
  expect(link).toContain('target="_blank"')
})

test('ADM-017 (W-37, W-53) each activity is dated by how long ago it was recorded', () => {
  const now = new Date('2026-11-20T09:00:00Z')
  const activities = [
    ['a', '2026-11-20T08:59:40Z'],
    ['b', '2026-11-20T08:48:00Z'],
    ['c', '2026-11-20T06:00:00Z'],
    ['d', '2026-11-19T09:00:00Z'],
    ['e', '2026-11-15T09:00:00Z'],
    ['f', '2026-11-02T09:00:00Z'],
  ].map(([title = '', at = '']) => ({ kind: 'document' as const, id: title, title, project: null, at: new Date(at) }))
  const html = htmlOf(() => <RecentActivities activities={activities} now={now} />, path)
  expect(wordsOf(html)).toBe(
    'Recent Activities a Document Just now b Document 12 minutes ago c Document 3 hours ago d Document Yesterday ' +
      'e Document 5 days ago f Document 02/11/2026',
  )
})
