import { sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { matching } from '../../platform/database/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'

/** `shares` counts the investments. */
export type ListedDistribution = {
  id: string
  project: string
  total: Cents
  /** What it was paid out in, if that was another currency. */
  paid: PaidInCurrency | null
  datedOn: CalendarDate
  shares: number
  note: string | null
  voidedBecause: string | null
}

const pageSize = 25

/** Distributions by record date, newest first, 25 a page; `q` matches project name and note. */
export async function listDistributions(
  admin: AdminActor,
  { q, page }: { q: string; page: number },
) {
  const { count } = await ofProjects(admin, q)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  const shown = shownPage(page, count, pageSize)
  const rows = await inOrder(admin, q)
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  const lines = new Map(
    (await distributionLines(admin, rows.map(idOf))).map((line) => [line.id, line]),
  )
  const distributions = rows.flatMap(({ id }) => lines.get(id) ?? [])
  return { distributions, total: Number(count), page: shown, pageSize }
}

/** All matching ids in list order, for an export. */
export async function distributionIds(admin: AdminActor, q: string): Promise<string[]> {
  return (await inOrder(admin, q).execute()).map(idOf)
}

const idOf = ({ id }: { id: string }) => id

const inOrder = (admin: AdminActor, q: string) =>
  ofProjects(admin, q)
    .select('distribution.id')
    .orderBy('distribution.dated_on', 'desc')
    .orderBy('distribution.id', 'desc')

/** These distributions as the list shows them, in any order. */
export async function distributionLines(
  admin: AdminActor,
  ids: string[],
): Promise<ListedDistribution[]> {
  if (ids.length === 0) return []
  return (
    await shownColumns(ofProjects(admin, '').where('distribution.id', 'in', ids)).execute()
  ).map(listed)
}

function ofProjects(admin: AdminActor, q: string) {
  return admin.tx
    .selectFrom('distribution')
    .innerJoin('project', 'project.id', 'distribution.project_id')
    .where((row) => row.or([matching(q, ['project.name']), matching(q, ['distribution.note'])]))
}

function shownColumns(found: ReturnType<typeof ofProjects>) {
  return found
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'distribution.id')
    .select([
      'distribution.id',
      'project.name',
      'distribution.total_cents',
      'distribution.dated_on',
    ])
    .select(['distribution.note', 'voiding.reason', countShares.as('shares')])
    .select(paidOut)
}

const paidOut = [
  'distribution.paid_minor',
  'distribution.paid_currency',
  'distribution.rate',
  'distribution.rate_source',
  'distribution.rate_on',
] as const

type Row = Awaited<ReturnType<ReturnType<typeof shownColumns>['executeTakeFirstOrThrow']>>

function listed(row: Row): ListedDistribution {
  return {
    id: row.id,
    project: row.name,
    total: row.total_cents,
    paid: paidOf(row),
    datedOn: row.dated_on,
    shares: row.shares,
    note: row.note,
    voidedBecause: row.reason,
  }
}

const countShares = sql<number>`(select count(*)::int from distribution_share s where s.distribution_id = distribution.id)`

export type DistributionInFull = ListedDistribution & {
  recordedAt: Date
  recordedBy: string | null
  voidedAt: Date | null
  voidedBy: string | null
}

/** One distribution; null for an unknown id. */
export async function findDistribution(
  admin: AdminActor,
  distributionId: string,
): Promise<DistributionInFull | null> {
  const row = await admin.tx
    .selectFrom('distribution')
    .innerJoin('project', 'project.id', 'distribution.project_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'distribution.id')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'distribution.recorded_by')
    .leftJoin('auth.sign_in_account as voider', 'voider.id', 'voiding.recorded_by')
    .select([
      'distribution.id',
      'project.name',
      'distribution.total_cents',
      'distribution.dated_on',
    ])
    .select(['distribution.note', 'distribution.recorded_at', 'account.name as recorded_by'])
    .select(['voiding.reason', 'voiding.recorded_at as voided_at', countShares.as('shares')])
    .select('voider.name as voided_by')
    .select(paidOut)
    .where('distribution.id', '=', distributionId)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    project: row.name,
    total: row.total_cents,
    paid: paidOf(row),
    datedOn: row.dated_on,
    shares: row.shares,
    note: row.note,
    recordedAt: row.recorded_at,
    recordedBy: row.recorded_by,
    voidedBecause: row.reason,
    voidedAt: row.voided_at,
    voidedBy: row.voided_by,
  }
}

export type DistributionNotice = Pick<ListedDistribution, 'project' | 'datedOn' | 'voidedBecause'>

/** A distribution for notifications; null when this actor may not see it. For reactions. */
export async function findDistributionForNotice(
  actor: Actor,
  distributionId: string,
): Promise<DistributionNotice | null> {
  const row = await actor.tx
    .selectFrom('distribution')
    .innerJoin('project', 'project.id', 'distribution.project_id')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'distribution.id')
    .select([
      'project.name as project',
      'distribution.dated_on as datedOn',
      'voiding.reason as voidedBecause',
    ])
    .where('distribution.id', '=', distributionId)
    .executeTakeFirst()
  return row ?? null
}

/** Ids of investors with a share who cancelled after the record date; archived ones excluded. For reactions. */
export async function formerInvestorsWithShare(
  actor: Actor,
  distributionId: string,
): Promise<string[]> {
  const rows = await actor.tx
    .selectFrom('distribution_share as share')
    .innerJoin('distribution', 'distribution.id', 'share.distribution_id')
    .innerJoin('investment as held', 'held.id', 'share.investment_id')
    .innerJoin('investor', 'investor.id', 'held.investor_id')
    .select('investor.id')
    .distinct()
    .where('share.distribution_id', '=', distributionId)
    .where('held.status', '=', 'cancelled')
    .where('investor.archived_at', 'is', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('investment as other')
            .select('other.id')
            .whereRef('other.investor_id', '=', 'investor.id')
            .whereRef('other.project_id', '=', 'distribution.project_id')
            .where('other.status', '<>', 'cancelled'),
        ),
      ),
    )
    .orderBy('investor.id')
    .execute()
  return rows.map(({ id }) => id)
}

export type PaidShare = {
  investmentId: string
  investor: { name: string; email: string }
  amount: Cents
  /** Its part of what was paid in another currency. */
  paidMinor: bigint | null
}

/** Shares of a distribution, largest first, 25 a page. */
export async function sharesOfDistribution(
  admin: AdminActor,
  { id, shares }: { id: string; shares: number },
  page: number,
): Promise<{ paid: PaidShare[]; page: number; pageSize: number }> {
  const shown = shownPage(page, shares, pageSize)
  const rows = await admin.tx
    .selectFrom('distribution_share as share')
    .innerJoin('investment', 'investment.id', 'share.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .select(['share.investment_id', 'share.amount_cents', 'investor.full_name', 'investor.email'])
    .select('share.paid_minor')
    .where('share.distribution_id', '=', id)
    .orderBy('share.amount_cents', 'desc')
    .orderBy('share.investment_id')
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  const paid = rows.map((row) => ({
    investmentId: row.investment_id,
    investor: { name: row.full_name, email: row.email },
    amount: row.amount_cents,
    paidMinor: row.paid_minor,
  }))
  return { paid, page: shown, pageSize }
}

/** Names and emails by investor id; unknown ids are left out. */
export async function investorNames(
  admin: AdminActor,
  ids: string[],
): Promise<Map<string, { name: string; email: string }>> {
  if (ids.length === 0) return new Map()
  const once = [...new Set(ids)]
  const rows = await admin.tx
    .selectFrom('investor')
    .select(['id', 'full_name', 'email'])
    .where('id', 'in', once)
    .execute()
  return new Map(rows.map(({ id, full_name: name, email }) => [id, { name, email }]))
}

/** The project of a draft for its picker; undefined for an unknown id. */
export function findPayingProject(
  admin: AdminActor,
  projectId: string,
): Promise<{ id: string; name: string; location: string } | undefined> {
  return admin.tx
    .selectFrom('project')
    .select(['id', 'name', 'location'])
    .where('id', '=', projectId)
    .executeTakeFirst()
}
