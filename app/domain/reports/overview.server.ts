import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'
import type { Cents } from '../../values/money.ts'
import { type InvestmentTotals, investmentTotals } from '../investments/investment-totals.server.ts'
import type { InvestorStatus } from '../investors/investor.ts'
import { countInvestors } from '../investors/investors.server.ts'
import { type ProjectStatus, projectStatuses } from '../projects/project.ts'

/** A count by state, with a few names. */
type ProjectCount = { count: number; names: string[] }

export type Overview = {
  money: InvestmentTotals
  investors: { all: number; archived: number } & Record<InvestorStatus, number>
  projects: Record<ProjectStatus, ProjectCount>
  documents: { all: number; thisMonth: number }
}

/**
 * The dashboard's figures. Includes archived investors, projects and investments; money excludes
 * cancelled investments; documents exclude archived.
 */
export async function officeOverview(admin: AdminActor): Promise<Overview> {
  return {
    money: await investmentTotals(admin),
    investors: await countAllInvestors(admin),
    projects: await countProjects(admin),
    documents: await countDocuments(admin),
  }
}

async function countAllInvestors(admin: AdminActor): Promise<Overview['investors']> {
  const counts = await countInvestors(admin)
  return { ...counts, all: counts.active + counts.pending + counts.inactive + counts.archived }
}

const namesShown = 2

async function countProjects(admin: AdminActor): Promise<Overview['projects']> {
  const rows = await admin.tx
    .selectFrom('project')
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .select(
      sql<string[]>`(array_agg(name order by ${byName('name')}))[1:${namesShown}::int]`.as('names'),
    )
    .groupBy('status')
    .execute()
  const found = new Map(rows.map(({ status, count, names }) => [status, { count, names }]))
  const counts = projectStatuses.map((status) => [
    status,
    found.get(status) ?? { count: 0, names: [] },
  ])
  return Object.fromEntries(counts) as Overview['projects']
}

function countDocuments(admin: AdminActor): Promise<Overview['documents']> {
  const firstOfMonth = sql`${`${clock.today().slice(0, 7)}-01`}::timestamp at time zone 'Africa/Nairobi'`
  return admin.tx
    .selectFrom('document')
    .where('status', '=', 'active')
    .select(sql<number>`count(*)::int`.as('all'))
    .select(
      sql<number>`(count(*) filter (where uploaded_at >= ${firstOfMonth}))::int`.as('thisMonth'),
    )
    .executeTakeFirstOrThrow()
}

/** `at` is when it was recorded. */
export type Activity = { id: string; at: Date } & (
  | { kind: 'investment'; investor: string; project: string; amount: Cents }
  | { kind: 'document'; title: string; project: string | null }
)

const investmentsLookedAt = 5
const documentsLookedAt = 3
const activitiesShown = 5

/** The five latest of recent investments and documents, by time of recording. */
export async function recentActivities(admin: AdminActor): Promise<Activity[]> {
  const investments = await admin.tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .select(['investment.id', 'investment.created_at as at', 'investment.amount_cents as amount'])
    .select(['investor.full_name as investor', 'project.name as project'])
    .orderBy('investment.created_at', 'desc')
    .orderBy('investment.id', 'desc')
    .limit(investmentsLookedAt)
    .execute()
  const documents = await admin.tx
    .selectFrom('document')
    .leftJoin('project', 'project.id', 'document.project_id')
    .select([
      'document.id',
      'document.uploaded_at as at',
      'document.title',
      'project.name as project',
    ])
    .where('document.status', '=', 'active')
    .orderBy('document.uploaded_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(documentsLookedAt)
    .execute()
  const all: Activity[] = [
    ...investments.map((row) => ({ kind: 'investment' as const, ...row })),
    ...documents.map((row) => ({ kind: 'document' as const, ...row })),
  ]
  return all.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, activitiesShown)
}
