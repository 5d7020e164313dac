import { expect, test } from 'vitest'
import { change } from '../../tests/database.ts'
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
