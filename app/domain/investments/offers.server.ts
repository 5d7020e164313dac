import { sql } from 'kysely'
import type { InvestorActor, InvestorReader } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import { isId } from '../../values/id.ts'
import { coversOf } from '../projects/covers.server.ts'
import type { ShownPicture } from '../projects/picture.ts'

export type PortalOffer = {
  projectId: string
  slug: string
  name: string
  location: string
  projectType: string | null
  tagline: string | null
  priceText: string | null
  cover: ShownPicture | null
  /** The subject of the investor's latest inquiry. */
  isInquiredAbout: boolean
}

const isInquiredAbout = sql<boolean>`project.id is not distinct from (select app.project_i_asked_about())`

/**
 * The project of the dashboard's banner: published, open, with something left, and not dismissed. Projects new to the
 * investor come first, then those they drafted a request for or asked about. Null when there is none.
 */
export async function offerFor(reader: InvestorReader): Promise<PortalOffer | null> {
  const row = await offered(reader)
    .select(['project.id', 'slug', 'name', 'location', 'project_type', 'tagline', 'price_text'])
    .select(isInquiredAbout.as('is_asked_about'))
    .where(sql<boolean>`app.is_taken(project.id)`, 'is not', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('dismissed_offer as aside')
            .select('aside.project_id')
            .whereRef('aside.project_id', '=', 'project.id')
            .where('aside.investor_id', '=', reader.investorId),
        ),
      ),
    )
    .orderBy(
      sql`exists (select from investment mine where mine.project_id = project.id
        and mine.investor_id = ${reader.investorId} and mine.status <> 'cancelled')
        or exists (select from investment_request asked where asked.project_id = project.id
        and asked.investor_id = ${reader.investorId} and asked.status = 'pending')`,
    )
    .orderBy(
      sql`exists (select from request_draft begun where begun.project_id = project.id
        and begun.investor_id = ${reader.investorId})`,
      'desc',
    )
    .orderBy(isInquiredAbout, 'desc')
    .orderBy('featured_rank', (order) => order.asc().nullsLast())
    .orderBy(byName('name'))
    .orderBy('project.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const covers = await coversOf(reader, [row.id])
  const {
    id: projectId,
    slug,
    name,
    location,
    project_type: projectType,
    tagline,
    price_text: priceText,
  } = row
  const facts = { projectId, slug, name, location, projectType, tagline, priceText }
  return { ...facts, cover: covers.get(projectId) ?? null, isInquiredAbout: row.is_asked_about }
}

/** Hides a project's banner for this investor permanently. Refused for a project that is not offered. */
export async function dismissOffer(
  investor: InvestorActor,
  projectId: string,
): Promise<{ dismissed: true } | { refused: 'not-found' }> {
  if (!isId(projectId)) return { refused: 'not-found' }
  const found = await offered(investor)
    .select('project.id')
    .where('project.id', '=', projectId)
    .executeTakeFirst()
  if (!found) return { refused: 'not-found' }
  await investor.tx
    .insertInto('dismissed_offer')
    .values({ investor_id: investor.investorId, project_id: projectId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { dismissed: true }
}

function offered(reader: InvestorReader) {
  return reader.tx
    .selectFrom('project')
    .where('published', '=', true)
    .where('archived_at', 'is', null)
    .where('project.status', '<>', 'completed')
}
