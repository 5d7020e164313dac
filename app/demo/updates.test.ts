import { expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
import { nearUpdates } from '../domain/projects/update-promise.server.ts'
import { setClock } from '../platform/clock.server.ts'
import { terminalCommand } from '../platform/session/unattended.server.ts'
import { loadDemo } from './load-demo.server.ts'

const today = '2028-02-29'
setClock(() => new Date('2028-02-29T06:00:00Z'))
await terminalCommand(loadDemo)

test('the buildings are reported on, and the newest report says what the project says', async () => {
  const { rows } = await change(
    `
    select slug, count(*)::int as updates, max(u.dated_on) < $1 as before_today,
      (array_agg(u.progress_percent order by u.dated_on desc))[1] = p.progress_percent as agrees,
      (select count(*)::int from app.project_update_picture n join app.project_update o on o.id = n.update_id
        where o.project_id = p.id) as pictures
    from app.project p join app.project_update u on u.project_id = p.id group by p.id, slug order by slug`,
    [today],
  )
  const expected = { before_today: true, agrees: true }
  expect(rows).toEqual([
    { ...expected, slug: 'coastal-villas', updates: 3, pictures: 0 },
    { ...expected, slug: 'corner-plaza', updates: 1, pictures: 1 },
    { ...expected, slug: 'twin-towers', updates: 3, pictures: 2 },
  ])
})

test('MILE-009 (issue 31) the demo has two milestones that are reached, with pictures, and one that is awaited; its promise is kept', async () => {
  const { rows } = await change(
    `select m.name, r.reached_on <= $1 as "isReached", m.planned_on > $1 as "isAhead",
       (select count(*)::int from app.milestone_picture p where p.reached_id = r.id) as pictures
     from app.milestone m left join app.milestone_reached r on r.id = m.reached_id order by m.position`,
    [today],
  )
  expect(rows).toEqual([
    { name: 'Podium', isReached: true, isAhead: false, pictures: 1 },
    { name: 'Tenth floor of the east tower', isReached: true, isAhead: false, pictures: 1 },
    { name: 'Roof', isReached: null, isAhead: true, pictures: 0 },
  ])
  const near = await terminalCommand(nearUpdates)
  expect(near.filter(({ promise }) => promise.isOverdue)).toEqual([])
})
