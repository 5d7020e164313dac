import { sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import { type BasisPoints, basisPoints } from '../../values/percent.ts'
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

/** A published project as the public lists show it. */
export type PublishedProject = {
  slug: string
  name: string
  location: string
  status: ProjectStatus
  /** As the company words it: `From $35,000 USD`. */
  priceText: string | null
  /** `asOf` when an admin entered the share, null when it follows from the investments (decisions §3). */
  funded: { share: BasisPoints; asOf: CalendarDate | null } | null
  cover: ShownPicture | null
}

/**
 * The first `most` published projects, by featured rank and then by name; those without a rank come last (decisions §3).
 * The funded share of one with a target comes from the database as a share only: a guest may not see investments.
 */
export async function listPublishedProjects(actor: Actor, most: number): Promise<PublishedProject[]> {
  const rows = await actor.tx
    .selectFrom('project')
    .select(['id', 'slug', 'name', 'location', 'status', 'price_text', 'funded_bp', 'funded_as_of_on'])
    .select(sql<number | null>`app.raised_bp(project.id)`.as('raised_bp'))
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('featured_rank', (order) => order.asc().nullsLast())
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute()
  const covers = await coversOf(
    actor,
    rows.map((row) => row.id),
  )
  return rows.map((row) => ({
    slug: row.slug,
    name: row.name,
    location: row.location,
    status: row.status,
    priceText: row.price_text,
    funded: fundedOf(row),
    cover: covers.get(row.id) ?? null,
  }))
}

type Funding = { raised_bp: number | null; funded_bp: number | null; funded_as_of_on: CalendarDate | null }

function fundedOf({ raised_bp, funded_bp, funded_as_of_on }: Funding): PublishedProject['funded'] {
  if (raised_bp !== null) return { share: basisPoints(raised_bp), asOf: null }
  return funded_bp === null ? null : { share: basisPoints(funded_bp), asOf: funded_as_of_on }
}
