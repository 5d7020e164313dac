import { expect, test } from 'vitest'
import { asSuperuser } from '../../../tests/database.ts'
import { filters } from '../../site/opportunities/filters.ts'
import { projectStatuses, projectStatusLabels } from './project.ts'
import { publicStatusLabels } from './published-project.ts'

test('MPR-010 (W-41) one set of statuses is stored, and each audience has its words for every one of them', async () => {
  expect(projectStatuses.map((status) => projectStatusLabels[status])).toEqual([
    'Planned',
    'Ongoing',
    'Completed',
  ])
  expect(projectStatuses.map((status) => publicStatusLabels[status])).toEqual([
    'Upcoming',
    'Ongoing',
    'Completed',
  ])
  for (const status of ['upcoming', 'closed', 'In Progress']) {
    const stored = asSuperuser(async (client) => {
      await client.query("select set_config('app.actor', 'command', false)")
      await client.query(
        "insert into app.project (slug, name, location, status, total_value_cents) values ('x', 'X', 'Y', $1, 0)",
        [status],
      )
    })
    await expect(stored, status).rejects.toThrow(/project_status_check/)
  }
})

test('DATA-019 a public listing is upcoming, ongoing or closed, each meaning one stored status', () => {
  const named = filters.filter(({ value }) => value !== null)
  expect(named.map(({ value }) => value)).toEqual(['upcoming', 'ongoing', 'closed'])
  expect(named.map(({ status }) => status)).toEqual([...projectStatuses])
})
