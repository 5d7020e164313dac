import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { ProjectStatus } from './project.ts'
import {
  isUpdateNear,
  type UpdateInterval,
  type UpdatePromise,
  updatePromise,
} from './update-promise.ts'

/** The days an update promise counts from, for a query of `project`, as everyone may see them. */
export const shownUpdateDays = [
  sql<CalendarDate | null>`(select last_on from app.shown_update_days(project.id))`.as(
    'last_update_on',
  ),
  sql<CalendarDate | null>`(select published_on from app.shown_update_days(project.id))`.as(
    'published_on',
  ),
] as const

/** The same for administrators, of any project. */
export const updateDays = [
  sql<CalendarDate | null>`(select last_on from app.update_days(project.id))`.as('last_update_on'),
  sql<CalendarDate | null>`(select published_on from app.update_days(project.id))`.as(
    'published_on',
  ),
] as const

type Promising = {
  update_every: UpdateInterval | null
  status: ProjectStatus
  last_update_on: CalendarDate | null
  published_on: CalendarDate | null
}

/** What a row of `project` with its update days promises as of today. */
export function promiseOf(row: Promising): UpdatePromise | null {
  const { update_every: every, status, last_update_on: lastOn, published_on: publishedOn } = row
  return updatePromise({ every, status, lastOn, publishedOn }, clock.today())
}

/** What each of these projects promises its investors; those without a promise are left out. */
export async function updatePromisesOf(
  reader: InvestorReader,
  projectIds: string[],
): Promise<Map<string, UpdatePromise>> {
  if (projectIds.length === 0) return new Map()
  const rows = await promising(reader)
    .select(shownUpdateDays)
    .where('project.id', 'in', projectIds)
    .execute()
  return new Map(promisesOf(rows).map(({ id, promise }) => [id, promise]))
}

/** What a project promises, for the office; null without a promise. */
export async function findUpdatePromise(
  admin: AdminActor,
  projectId: string,
): Promise<UpdatePromise | null> {
  const row = await promising(admin)
    .select(updateDays)
    .where('project.id', '=', projectId)
    .executeTakeFirst()
  return row ? promiseOf(row) : null
}

/** Projects whose next update is due within three days or overdue, the longest due first. */
export async function nearUpdates(
  admin: AdminActor,
): Promise<{ id: string; name: string; promise: UpdatePromise }[]> {
  const rows = await promising(admin)
    .select(updateDays)
    .where('project.archived_at', 'is', null)
    .execute()
  const today = clock.today()
  return promisesOf(rows)
    .filter(({ promise }) => isUpdateNear(promise, today))
    .toSorted((left, right) => (left.promise.dueOn ?? '').localeCompare(right.promise.dueOn ?? ''))
}

function promising({ tx }: AdminActor | InvestorReader) {
  return tx
    .selectFrom('project')
    .select(['project.id', 'project.name', 'project.status', 'project.update_every'])
    .where('project.update_every', 'is not', null)
    .where('project.status', '<>', 'completed')
    .orderBy('project.name')
}

function promisesOf(rows: (Promising & { id: string; name: string })[]) {
  return rows.flatMap((row) => {
    const promise = promiseOf(row)
    return promise ? [{ id: row.id, name: row.name, promise }] : []
  })
}

/** Sets how often a project reports; null promises nothing. Publishes project.changed. */
export async function promiseUpdates(
  admin: AdminActor,
  projectId: string,
  every: UpdateInterval | null,
): Promise<{ projectId: string } | { refused: 'not-found' }> {
  const changed = await admin.tx
    .updateTable('project')
    .set({ update_every: every })
    .where('id', '=', projectId)
    .returning('id')
    .execute()
  if (changed.length === 0) return { refused: 'not-found' }
  await publish(admin, { kind: 'project.changed', projectId })
  return { projectId }
}
