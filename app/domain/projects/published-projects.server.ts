import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { shownPage } from '../../values/list-query.ts'
import { basisPoints, hundredPercent } from '../../values/percent.ts'
import { coversOf, picturesOf } from './covers.server.ts'
import type { ShownPicture } from './picture.ts'
import type { ProjectStatus } from './project.ts'
import {
  completionWords,
  type ListedProjectPage,
  type PublishedProject,
} from './published-project.ts'
import { isSlug } from './slug.ts'
import { promiseOf, shownUpdateDays, updateDays } from './update-promise.server.ts'

/** By featured rank, then name. The database computes the funded share, because guests see no investments. */
export async function listPublishedProjects(
  actor: Actor,
  { most }: { most: number },
): Promise<PublishedProject[]> {
  return withCovers(actor, await listed(actor).limit(most).execute())
}

const pageSize = 12

/**
 * Published projects, 12 a page. `counts` are by status, `total` of the filter; a page beyond the last shows the last.
 */
export async function pageOfPublishedProjects(
  actor: Actor,
  { status, page }: { status: ProjectStatus | null; page: number },
) {
  const counted = await actor.tx
    .selectFrom('project')
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .groupBy('status')
    .select((row) => ['status', row.fn.countAll<bigint>().as('count')])
    .execute()
  const counts = { planned: 0, ongoing: 0, completed: 0 }
  for (const row of counted) counts[row.status] = Number(row.count)
  const total =
    status === null ? counts.planned + counts.ongoing + counts.completed : counts[status]
  const shown = shownPage(page, total, pageSize)
  const rows = await listed(actor)
    .$if(status !== null, (query) => query.where('status', '=', status))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  return { projects: await withCovers(actor, rows), counts, total, page: shown, pageSize }
}

/** The first published projects that accept investments, with all page facts. */
export async function listOffers(actor: Actor, most: number): Promise<ListedProjectPage[]> {
  const rows = await withPageFacts(actor).where('status', '<>', 'completed').limit(most).execute()
  return withPictures(actor, rows)
}

/** A published project, or the current slug for a former one. Null when unknown, unpublished or archived. */
export async function findPublishedProject(
  actor: Actor,
  slug: string,
): Promise<ListedProjectPage | { movedTo: string } | null> {
  if (!isSlug(slug)) return null
  const rows = await withPageFacts(actor).where('slug', '=', slug).execute()
  const [project] = await withPictures(actor, rows)
  if (project) return project
  const moved = await actor.tx
    .selectFrom('former_slug')
    .innerJoin('project', 'project.id', 'former_slug.project_id')
    .select('project.slug')
    .where('former_slug.slug', '=', slug)
    .where('project.published', '=', true)
    .where('project.archived_at', 'is', null)
    .executeTakeFirst()
  return moved ? { movedTo: moved.slug } : null
}

export type GalleryPicture = ShownPicture & { projectName: string; slug: string }

const featured = 3

/** Pictures of the three projects featured first, in order, at most `most`. */
export async function galleryPictures(actor: Actor, most: number): Promise<GalleryPicture[]> {
  const projects = await listed(actor).limit(featured).execute()
  const pictures = await picturesOf(
    actor,
    projects.map((project) => project.id),
  )
  return projects
    .flatMap(({ id, name, slug }) =>
      (pictures.get(id) ?? []).map((picture) => ({ ...picture, projectName: name, slug })),
    )
    .slice(0, most)
}

const listFacts = [
  'id',
  'slug',
  'name',
  'location',
  'project_type',
  'status',
  'stage_text',
  'tagline',
  'description',
  'features',
  'price_text',
  'minimum_cents',
  'funded_bp',
  'funded_as_of_on',
  'completion_on',
  'completion_text',
] as const
const pageFacts = [
  'unit_price_cents',
  'units',
  'target_cents',
  'annual_return_bp',
  'started_on',
  'update_every',
  'risk_text',
  'fees_text',
  'custody_text',
  'refund_text',
  'payout_text',
  'latitude',
  'longitude',
] as const

/** Filters for every actor, because an administrator's row policies show all. */
function listed(actor: Actor) {
  return actor.tx
    .selectFrom('project')
    .select(listFacts)
    .select(sql<number | null>`app.raised_bp(project.id)`.as('raised_bp'))
    .select(sql<boolean | null>`app.is_taken(project.id)`.as('is_taken'))
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .orderBy('featured_rank', (order) => order.asc().nullsLast())
    .orderBy(byName('name'))
    .orderBy('id')
}

function withPageFacts(actor: Actor) {
  return listed(actor)
    .select(pageFacts)
    .select(shownUpdateDays)
    .select(sql<number>`app.investor_count(project.id)`.as('investors'))
}

/** The page of any project, published or not; `isPublic` whether everyone sees it. Null for an unknown id. */
export async function previewProject(
  admin: AdminActor,
  projectId: string,
): Promise<{ project: ListedProjectPage; isPublic: boolean } | null> {
  const rows = await admin.tx
    .selectFrom('project')
    .select(listFacts)
    .select(pageFacts)
    .select(updateDays)
    .select(['published', 'archived_at'])
    .select(sql<number | null>`app.target_share_bp(project.id)`.as('raised_bp'))
    .select(sql<number>`app.investor_count(project.id)`.as('investors'))
    .select(sql<boolean | null>`app.is_taken(project.id)`.as('is_taken'))
    .where('id', '=', projectId)
    .execute()
  const [project] = await withPictures(admin, rows)
  const [row] = rows
  return project && row ? { project, isPublic: row.published && row.archived_at === null } : null
}

type Row = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number]
type PageRow = Awaited<ReturnType<ReturnType<typeof withPageFacts>['execute']>>[number]

async function withCovers(actor: Actor, rows: Row[]): Promise<PublishedProject[]> {
  const covers = await coversOf(
    actor,
    rows.map((row) => row.id),
  )
  const today = clock.today()
  return rows.map((row) => publishedProject(row, covers.get(row.id) ?? null, today))
}

async function withPictures(actor: Actor, rows: PageRow[]): Promise<ListedProjectPage[]> {
  const pictures = await picturesOf(
    actor,
    rows.map((row) => row.id),
  )
  const today = clock.today()
  return rows.map((row) => {
    const own = pictures.get(row.id) ?? []
    return {
      ...publishedProject(row, own[0] ?? null, today),
      unitPrice: row.unit_price_cents,
      units: row.units,
      target: row.target_cents,
      annualReturn: row.annual_return_bp === null ? null : basisPoints(row.annual_return_bp),
      startedOn: row.started_on,
      promise: promiseOf(row),
      terms: termsOf(row),
      riskText: row.risk_text,
      place:
        row.latitude === null || row.longitude === null
          ? null
          : { latitude: row.latitude, longitude: row.longitude },
      investors: row.investors,
      pictures: own,
    }
  })
}

function termsOf(row: PageRow): ListedProjectPage['terms'] {
  const { fees_text: fees, custody_text: custody, refund_text: refunds, payout_text: payouts } = row
  return { fees, custody, refunds, payouts }
}

function publishedProject(
  row: Row,
  cover: ShownPicture | null,
  today: CalendarDate,
): PublishedProject {
  return {
    slug: row.slug,
    name: row.name,
    location: row.location,
    projectType: row.project_type,
    status: row.status,
    stageText: row.stage_text,
    tagline: row.tagline,
    description: row.description,
    features: row.features,
    priceText: row.price_text,
    minimum: row.minimum_cents,
    funded: fundedOf(row),
    invest: wayToInvest(row),
    completion: completionWords(
      { status: row.status, text: row.completion_text, on: row.completion_on },
      today,
    ),
    cover,
  }
}

/** At most the whole. A typed-in share is left out once nothing is left. */
function fundedOf({
  raised_bp,
  funded_bp,
  funded_as_of_on,
  is_taken,
}: Row): PublishedProject['funded'] {
  if (raised_bp !== null) return { share: atMostAll(raised_bp), asOf: null }
  if (funded_bp === null || (is_taken && funded_bp < hundredPercent)) return null
  return { share: atMostAll(funded_bp), asOf: funded_as_of_on }
}

/** Whole percents, rounded down: 99.6% is not all while an offer is open. */
const atMostAll = (share: number) =>
  basisPoints(Math.floor(Math.min(share, hundredPercent) / 100) * 100)

/** Sold-out projects link to the contact form instead of Invest Now. */
function wayToInvest({ slug, status, is_taken }: Row): PublishedProject['invest'] {
  if (status === 'completed') return null
  if (is_taken) return { words: 'Fully reserved. Contact us', to: `/contact?project=${slug}` }
  return { words: 'Invest Now', to: `/investment/${slug}/invest` }
}
