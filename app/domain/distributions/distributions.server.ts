import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { matching } from '../../platform/database/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { shownPage } from '../../values/list-query.ts'
import type { Cents } from '../../values/money.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'

/** `shares` counts the investments, `sentShares` those whose share was sent, which came to `sent`. */
export type ListedDistribution = {
  id: string
  project: string
  total: Cents
  /** What it was paid out in, if that was another currency. */
  paid: PaidInCurrency | null
  datedOn: CalendarDate
  shares: number
  sentShares: number
  sent: Cents
  note: string | null
  voidedBecause: string | null
}

const pageSize = 25

export type DistributionFilter = { q: string; projectId?: string | null }

/**
 * Distributions by record date, newest first, 25 a page; `q` matches project name and note. `declared` and `sent` are of all
 * that match, without the `voided` ones.
 */
export async function listDistributions(
  admin: AdminActor,
  { page, ...filter }: DistributionFilter & { page: number },
) {
  const isVoid = sql`exists (select from distribution_void v where v.distribution_id = distribution.id)`
  const { count, voided, ...sums } = await ofProjects(admin, filter)
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .select(sql<number>`(count(*) filter (where ${isVoid}))::int`.as('voided'))
    .select(
      sql<Cents>`coalesce(sum(distribution.total_cents) filter (where not ${isVoid}), 0)::bigint`.as(
        'declared',
      ),
    )
    .select(
      sql<Cents>`coalesce(sum(${sentCents}) filter (where not ${isVoid}), 0)::bigint`.as('sent'),
    )
    .executeTakeFirstOrThrow()
  const shown = shownPage(page, count, pageSize)
  const rows = await inOrder(admin, filter)
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  const lines = new Map(
    (await distributionLines(admin, rows.map(idOf))).map((line) => [line.id, line]),
  )
  const distributions = rows.flatMap(({ id }) => lines.get(id) ?? [])
  return { distributions, total: Number(count), voided, ...sums, page: shown, pageSize }
}

/** All matching ids in list order, for an export. */
export async function distributionIds(
  admin: AdminActor,
  filter: DistributionFilter,
): Promise<string[]> {
  return (await inOrder(admin, filter).execute()).map(idOf)
}

const idOf = ({ id }: { id: string }) => id

const inOrder = (admin: AdminActor, filter: DistributionFilter) =>
  ofProjects(admin, filter)
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
    await shownColumns(ofProjects(admin, { q: '' }).where('distribution.id', 'in', ids)).execute()
  ).map(listed)
}

function ofProjects(admin: AdminActor, { q, projectId = null }: DistributionFilter) {
  return admin.tx
    .selectFrom('distribution')
    .innerJoin('project', 'project.id', 'distribution.project_id')
    .where((row) => row.or([matching(q, ['project.name']), matching(q, ['distribution.note'])]))
    .$if(projectId !== null, (found) => found.where('distribution.project_id', '=', projectId))
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
    .select([countSentShares.as('sent_shares'), sentCents.as('sent_cents')])
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
    sentShares: row.sent_shares,
    sent: row.sent_cents,
    note: row.note,
    voidedBecause: row.reason,
  }
}

const countShares = sql<number>`(select count(*)::int from distribution_share s where s.distribution_id = distribution.id)`
const countSentShares = sql<number>`(select count(*)::int from sent_share t where t.distribution_id = distribution.id)`
const sentCents = sql<Cents>`coalesce((select sum(g.total_cents) from distribution_sending g
  where g.distribution_id = distribution.id), 0)::bigint`

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
    .select([countSentShares.as('sent_shares'), sentCents.as('sent_cents')])
    .select('voider.name as voided_by')
    .select(paidOut)
    .where('distribution.id', '=', distributionId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...listed(row),
    recordedAt: row.recorded_at,
    recordedBy: row.recorded_by,
    voidedAt: row.voided_at,
    voidedBy: row.voided_by,
  }
}

export type PaidShare = {
  investmentId: string
  investor: { name: string; email: string }
  amount: Cents
  /** Its part of what was paid in another currency. */
  paidMinor: bigint | null
  /** Null while it is only declared. */
  sentOn: CalendarDate | null
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
    .leftJoin('sent_share as sent', (join) =>
      join
        .onRef('sent.distribution_id', '=', 'share.distribution_id')
        .onRef('sent.investment_id', '=', 'share.investment_id'),
    )
    .leftJoin('distribution_sending as sending', 'sending.id', 'sent.sending_id')
    .select(['share.investment_id', 'share.amount_cents', 'investor.full_name', 'investor.email'])
    .select(['share.paid_minor', 'sending.sent_on'])
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
    sentOn: row.sent_on,
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
