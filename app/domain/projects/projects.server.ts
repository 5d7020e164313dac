import type { AdminActor } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import { coversOf } from './covers.server.ts'
import type { ShownPicture } from './picture.ts'
import type { ProjectStatus } from './project.ts'

/** A card of Manage Projects. */
export type ListedProject = {
  id: string
  name: string
  location: string
  status: ProjectStatus
  totalValue: Cents
  progressPercent: number
  startedOn: CalendarDate | null
  completionOn: CalendarDate | null
  published: boolean
  cover: ShownPicture | null
}

/** What the list is asked for: words of the name, a status or all, and which page. */
export type ProjectSearch = { q: string; status: ProjectStatus | null; page: number }

const pageSize = 12

/**
 * Projects by name, a page of 12, searched by name (MPR-001, MPR-002). `total` counts what search and status leave,
 * `counts` what the search leaves in each status. A page past the last is the last.
 */
export async function listProjects(admin: AdminActor, { q, status, page }: ProjectSearch) {
  const named = admin.tx
    .selectFrom('project')
    .where('project.archived_at', 'is', null)
    .where(matching(q, ['project.name']))
  const counted = await named
    .groupBy('project.status')
    .select((row) => ['project.status', row.fn.countAll<bigint>().as('count')])
    .execute()
  const counts = { planned: 0, ongoing: 0, completed: 0 }
  for (const row of counted) counts[row.status] = Number(row.count)
  const total = status === null ? counts.planned + counts.ongoing + counts.completed : counts[status]
  const shown = shownPage(page, total, pageSize)
  const rows = await named
    .$if(status !== null, (query) => query.where('project.status', '=', status))
    .select(['id', 'name', 'location', 'status', 'total_value_cents', 'progress_percent'])
    .select(['started_on', 'completion_on', 'published'])
    .orderBy('name')
    .orderBy('id')
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  const covers = await coversOf(
    admin,
    rows.map((row) => row.id),
  )
  const projects = rows.map(
    (row): ListedProject => ({
      id: row.id,
      name: row.name,
      location: row.location,
      status: row.status,
      totalValue: row.total_value_cents,
      progressPercent: row.progress_percent,
      startedOn: row.started_on,
      completionOn: row.completion_on,
      published: row.published,
      cover: covers.get(row.id) ?? null,
    }),
  )
  return { projects, total, counts, page: shown, pageSize }
}

/** Names for a picker, by name: at most twenty that match what was typed (MIV-043). */
export async function suggestProjects(
  admin: AdminActor,
  q: string,
): Promise<{ id: string; name: string; location: string }[]> {
  return admin.tx
    .selectFrom('project')
    .select(['id', 'name', 'location'])
    .where('archived_at', 'is', null)
    .where(matching(q, ['project.name']))
    .orderBy('name')
    .limit(20)
    .execute()
}
