import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName, matching } from '../../platform/database/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { mostSuggested, shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import { coversOf } from './covers.server.ts'
import type { ShownPicture } from './picture.ts'
import type { ProjectStatus } from './project.ts'

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
  isArchived: boolean
  cover: ShownPicture | null
}

export type ProjectSearch = { q: string; status: ProjectStatus | 'archived' | null; page: number }

const pageSize = 12

/** Projects by name, 12 a page. `total` is of the filter, `counts` by status. A page beyond the last shows the last. */
export async function listProjects(admin: AdminActor, search: ProjectSearch) {
  const { q, status, page } = search
  const counts = await countEach(admin, q)
  const total =
    status === null ? counts.planned + counts.ongoing + counts.completed : counts[status]
  const shown = shownPage(page, total, pageSize)
  const rows = await inOrder(admin, search)
    .select(['id', 'name', 'location', 'status', 'total_value_cents', 'progress_percent'])
    .select(['started_on', 'completion_on', 'published', 'archived_at'])
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
      isArchived: row.archived_at !== null,
      cover: covers.get(row.id) ?? null,
    }),
  )
  return { projects, total, counts, page: shown, pageSize }
}

function inOrder(admin: AdminActor, { q, status }: Omit<ProjectSearch, 'page'>) {
  const ofStatus = status === 'archived' ? null : status
  return named(admin, q)
    .where('archived_at', status === 'archived' ? 'is not' : 'is', null)
    .$if(ofStatus !== null, (query) => query.where('project.status', '=', ofStatus))
    .orderBy(byName('name'))
    .orderBy('id')
}

/** All matching ids in list order, for an export. */
export async function projectIds(
  admin: AdminActor,
  search: Omit<ProjectSearch, 'page'>,
): Promise<string[]> {
  return (await inOrder(admin, search).select('id').execute()).map(({ id }) => id)
}

function named(admin: AdminActor, q: string) {
  return admin.tx.selectFrom('project').where(matching(q, ['project.name']))
}

const isArchived = sql<boolean>`project.archived_at is not null`

/** Counts by status and archived. */
async function countEach(admin: AdminActor, q: string) {
  const rows = await named(admin, q)
    .groupBy(['project.status', isArchived])
    .select((row) => [
      'project.status',
      row.fn.countAll<bigint>().as('count'),
      isArchived.as('archived'),
    ])
    .execute()
  const counts = { planned: 0, ongoing: 0, completed: 0, archived: 0 }
  for (const { archived, status, count } of rows)
    counts[archived ? 'archived' : status] += Number(count)
  return counts
}

/** At most twenty matching projects for a picker, by name. */
export async function suggestProjects(
  admin: AdminActor,
  q: string,
): Promise<{ id: string; name: string; location: string }[]> {
  return suggestible(admin, q)
    .select(['id', 'name', 'location'])
    .orderBy(byName('name'))
    .limit(mostSuggested)
    .execute()
}

/** The number of matching projects, including those a picker does not show. */
export async function countSuggestibleProjects(admin: AdminActor, q: string): Promise<number> {
  const { count } = await suggestible(admin, q)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function suggestible(admin: AdminActor, q: string) {
  return named(admin, q).where('archived_at', 'is', null)
}
