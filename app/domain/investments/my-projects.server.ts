import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorReader } from '../../platform/database/database.server.ts'
import { shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import { type BasisPoints, basisPoints } from '../../values/percent.ts'
import { coversOf } from '../projects/covers.server.ts'
import type { ShownPicture } from '../projects/picture.ts'
import type { ProjectStatus } from '../projects/project.ts'
import { completionWords } from '../projects/published-project.ts'
import { updatePromisesOf } from '../projects/update-promise.server.ts'
import type { UpdatePromise } from '../projects/update-promise.ts'

/**
 * A project with at least one investment that is not cancelled. `progress` is the building's,
 * `mine` the amount invested, pending included. `slug` is null without a public page.
 */
export type MyProject = {
  id: string
  slug: string | null
  name: string
  location: string
  status: ProjectStatus
  progress: BasisPoints
  value: Cents
  completion: string | null
  cover: ShownPicture | null
  mine: Cents
  investments: number
  promise: UpdatePromise | null
}

const pageSize = 12

/** The reader's projects, latest investment first, 12 a page. A page beyond the last shows the last. */
export async function listMyProjects(reader: InvestorReader, { page }: { page: number }) {
  const { total } = await held(reader)
    .select(sql<number>`count(distinct project.id)::int`.as('total'))
    .executeTakeFirstOrThrow()
  const shown = shownPage(page, total, pageSize)
  const rows = await held(reader)
    .select(['project.id', 'project.slug', 'project.name', 'project.location', 'project.status'])
    .select(['project.progress_percent', 'project.total_value_cents', 'project.completion_on'])
    .select(['project.completion_text', 'project.published', 'project.archived_at'])
    .select(sql<Cents>`sum(investment.amount_cents)::bigint`.as('mine'))
    .select(sql<number>`count(*)::int`.as('investments'))
    .groupBy('project.id')
    .orderBy(sql`max(investment.invested_on)`, 'desc')
    .orderBy('project.id', 'desc')
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  const ids = rows.map((row) => row.id)
  const covers = await coversOf(reader, ids)
  const promises = await updatePromisesOf(reader, ids)
  const today = clock.today()
  const projects: MyProject[] = rows.map((row) => ({
    id: row.id,
    slug: row.published && row.archived_at === null ? row.slug : null,
    name: row.name,
    location: row.location,
    status: row.status,
    progress: basisPoints(row.progress_percent * 100),
    value: row.total_value_cents,
    completion: completionWords(
      { status: row.status, text: row.completion_text, on: row.completion_on },
      today,
    ),
    cover: covers.get(row.id) ?? null,
    mine: row.mine,
    investments: row.investments,
    promise: promises.get(row.id) ?? null,
  }))
  return { projects, total, page: shown, pageSize }
}

function held(reader: InvestorReader) {
  return reader.tx
    .selectFrom('investment')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .where('investment.investor_id', '=', reader.investorId)
    .where('investment.status', '<>', 'cancelled')
}
