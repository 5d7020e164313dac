import { expect, test } from 'vitest'
import { anAdmin } from '../../../tests/people.ts'
import { requestBy } from '../../../tests/requests.ts'
import { htmlOf, wordsOf } from '../../../tests/screens.tsx'
import { calendarDate } from '../../values/calendar-date.ts'
import type { Route } from './+types/route.ts'
import Dashboard, { loader } from './route.tsx'

const admin = await anAdmin()
const path = '/admin-dashboard'

test('MILE-011 (issue 31) the dashboard names the progress updates that are due or overdue, each with its day', async () => {
  const loaded = await loader(requestBy(admin, path) as unknown as Route.LoaderArgs)
  const { figures } = loaded
  const promise = (dueOn: string, isOverdue: boolean) => ({
    ...({ every: 'month', lastOn: null, dueOn: calendarDate(dueOn), isOverdue } as const),
  })
  const updates = [
    { id: 'quay', name: 'Quay', promise: promise('2026-03-01', true) },
    { id: 'pier', name: 'Pier', promise: promise('2026-03-09', false) },
  ]
  const wordsWith = (shown: typeof updates) =>
    wordsOf(
      htmlOf(Dashboard, path, {
        ...loaded,
        figures: figures && { ...figures, attention: { ...figures.attention, updates: shown } },
      }),
    )
  expect(wordsWith(updates)).toMatch(
    /2 progress updates are due Quay since 1 Mar 2026 · Pier on 9 Mar 2026/,
  )
  expect(wordsWith(updates.slice(0, 1))).toContain('1 progress update is overdue')
  expect(wordsWith(updates.slice(1))).toContain('1 progress update is due')
})
