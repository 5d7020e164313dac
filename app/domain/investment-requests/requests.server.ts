import { sql } from 'kysely'
import type { Actor, AdminActor, WorkerActor } from '../../platform/database/database.server.ts'
import { matching } from '../../platform/database/search.server.ts'
import { shownPhone } from '../../platform/phone.server.ts'
import { shownPage } from '../../values/list-query.ts'
import { type Cents, zero } from '../../values/money.ts'
import { ownedText } from '../investments/owned.server.ts'
import { type ApprovalBlocker, type RequestStatus, unitsOf } from './request.ts'

/** `hasRunOut`: the reservation has ended and the request is about to expire. */
export type ListedRequest = {
  id: string
  investor: { id: string; name: string; email: string }
  project: { id: string; name: string }
  amount: Cents
  /** The unit or share that it names, in words. */
  owned: string | null
  units: number | null
  note: string | null
  status: RequestStatus
  requestedAt: Date
  reservedUntil: Date
  hasRunOut: boolean
  blocker: ApprovalBlocker | null
  decidedAt: Date | null
  decidedBy: string | null
  reason: string | null
  investmentId: string | null
  /** The template of the payment plan that the investor chose. */
  templateId: string | null
}

export type RequestSearch = {
  q: string
  status: RequestStatus | null
  oldestFirst: boolean
  page: number
}

const pageSize = 25

/** Requests, 25 a page, newest first by default. `counts` are by status; a page beyond the last shows the last. */
export async function listRequests(admin: AdminActor, search: RequestSearch) {
  const { q, status, page } = search
  const counted = await found(admin, q)
    .groupBy('request.status')
    .select((row) => ['request.status', row.fn.countAll<bigint>().as('count')])
    .execute()
  const counts = { pending: 0, approved: 0, declined: 0, expired: 0, withdrawn: 0 }
  for (const row of counted) counts[row.status] += Number(row.count)
  const all = Object.values(counts).reduce((total, count) => total + count, 0)
  const total = status === null ? all : counts[status]
  const shown = shownPage(page, total, pageSize)
  const rows = await withFacts(inOrder(admin, search))
    .limit(pageSize)
    .offset((shown - 1) * pageSize)
    .execute()
  return { requests: rows.map(asListed), total, counts, page: shown, pageSize }
}

function found(admin: AdminActor, q: string) {
  return admin.tx
    .selectFrom('investment_request as request')
    .innerJoin('project', 'project.id', 'request.project_id')
    .innerJoin('investor', 'investor.id', 'request.investor_id')
    .where(matching(q, ['investor.full_name', 'investor.email', 'project.name']))
}

function inOrder(admin: AdminActor, { q, status, oldestFirst }: Omit<RequestSearch, 'page'>) {
  const direction = oldestFirst ? 'asc' : 'desc'
  return found(admin, q)
    .$if(status !== null, (query) => query.where('request.status', '=', status))
    .orderBy('request.requested_at', direction)
    .orderBy('request.id', direction)
}

/** Why an approval would be refused, those affected first, because that decides who is notified. */
const currentBlocker = sql<ApprovalBlocker | null>`case
  when investor.archived_at is not null then 'investor-archived'
  when coalesce((select account.status from auth.sign_in_account account where account.id = investor.user_id),
    investor.own_status) = 'inactive' then 'investor-inactive'
  when request.status = 'pending' and app.is_own_investor(request.investor_id) then 'own-request'
  when project.archived_at is not null then 'project-archived'
  when project.status = 'completed' then 'project-completed' end`

function withFacts(query: ReturnType<typeof found>) {
  return query
    .leftJoin('auth.sign_in_account as decider', 'decider.id', 'request.decided_by')
    .select([
      'request.id',
      'request.investor_id',
      'request.project_id',
      'request.amount_cents',
      'request.note',
    ])
    .select([
      'request.status',
      'requested_at',
      'reserved_until',
      'decided_at',
      'reason',
      'investment_id',
      'request.template_id',
    ])
    .select(['investor.full_name', 'investor.email', 'project.name', 'request.unit_price_cents'])
    .select(['decider.name as decided_by', ownedText('request').as('owned')])
    .select(sql<boolean>`request.status = 'pending' and reserved_until <= now()`.as('has_run_out'))
    .select(currentBlocker.as('blocker'))
}

type Row = Awaited<ReturnType<ReturnType<typeof withFacts>['execute']>>[number]

function asListed(row: Row): ListedRequest {
  return {
    id: row.id,
    investor: { id: row.investor_id, name: row.full_name, email: row.email },
    project: { id: row.project_id, name: row.name },
    amount: row.amount_cents,
    owned: row.owned,
    units: unitsOf(row.amount_cents, row.unit_price_cents),
    note: row.note,
    status: row.status,
    requestedAt: row.requested_at,
    reservedUntil: row.reserved_until,
    hasRunOut: row.has_run_out,
    blocker: row.blocker,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    reason: row.reason,
    investmentId: row.investment_id,
    templateId: row.template_id,
  }
}

/** All matching ids in list order, for an export. */
export async function requestIds(
  admin: AdminActor,
  search: Omit<RequestSearch, 'page'>,
): Promise<string[]> {
  return (await inOrder(admin, search).select('request.id').execute()).map(({ id }) => id)
}

/** Requests with the columns of their export, in any order. */
export function requestLines(admin: AdminActor, ids: string[]): Promise<Row[]> {
  return withFacts(found(admin, '')).where('request.id', 'in', ids).execute()
}

/** One request with remaining offer, other investments and approval blocker. Null for an unknown id. */
export async function findRequest(admin: AdminActor, requestId: string) {
  const row = await withFacts(found(admin, ''))
    .select(
      sql<Cents | null>`(select left_cents from app.offer_of(request.project_id))`.as(
        'remaining_after',
      ),
    )
    .select(
      sql<Cents>`(select coalesce(sum(i.amount_cents), 0)::bigint from investment i
        where i.project_id = request.project_id and i.investor_id = request.investor_id and i.status <> 'cancelled')`.as(
        'already_invested',
      ),
    )
    .where('request.id', '=', requestId)
    .executeTakeFirst()
  if (!row) return null
  return {
    ...asListed(row),
    alreadyInvested: row.already_invested,
    remainingAfter: row.remaining_after,
  }
}

/** The number, total and earliest date of pending requests. */
export async function countOpenRequests(
  admin: AdminActor,
): Promise<{ count: number; amount: Cents; oldest: Date | null }> {
  const row = await admin.tx
    .selectFrom('investment_request')
    .where('status', '=', 'pending')
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<Cents | null>`sum(amount_cents)::bigint`.as('amount'),
      sql<Date | null>`min(requested_at)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, amount: row.amount ?? zero }
}

/** The number of pending requests for a project. */
export async function countOpenFor(admin: AdminActor, projectId: string): Promise<number> {
  const { count } = await admin.tx
    .selectFrom('investment_request')
    .where('project_id', '=', projectId)
    .where('status', '=', 'pending')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export type RequestNotice = {
  amount: Cents
  /** The unit or share that it names, in words. */
  owned: string | null
  units: number | null
  project: string
  slug: string
  status: RequestStatus
  reservedUntil: Date
  reason: string | null
}

/** A request for its investor's notification; null when this actor may not see it. For reactions and emails. */
export async function findRequestForNotice(
  actor: Actor,
  requestId: string,
): Promise<RequestNotice | null> {
  const row = await actor.tx
    .selectFrom('investment_request as request')
    .innerJoin('project', 'project.id', 'request.project_id')
    .select([
      'amount_cents',
      'project.name',
      'project.slug',
      'request.status',
      'reserved_until',
      'reason',
    ])
    .select(['request.unit_price_cents', ownedText('request').as('owned')])
    .where('request.id', '=', requestId)
    .executeTakeFirst()
  if (!row) return null
  const {
    amount_cents: amount,
    name: project,
    reserved_until: reservedUntil,
    slug,
    status,
    reason,
  } = row
  return {
    amount,
    owned: row.owned,
    units: unitsOf(amount, row.unit_price_cents),
    project,
    slug,
    status,
    reservedUntil,
    reason,
  }
}

export type ReceivedRequest = NonNullable<Awaited<ReturnType<typeof findReceivedRequest>>>

/** A request for the team's notification; null when the id is unknown. For emails. */
export async function findReceivedRequest(worker: WorkerActor, requestId: string) {
  const row = await worker.tx
    .selectFrom('investment_request as request')
    .innerJoin('project', 'project.id', 'request.project_id')
    .innerJoin('investor', 'investor.id', 'request.investor_id')
    .select([
      'request.amount_cents',
      'request.note',
      'request.status',
      'request.reserved_until',
      'project.name',
    ])
    .select(['investor.full_name', 'investor.email', 'investor.phone', 'request.unit_price_cents'])
    .select(ownedText('request').as('owned'))
    .where('request.id', '=', requestId)
    .executeTakeFirst()
  if (!row) return null
  const investor = {
    name: row.full_name,
    email: row.email,
    phone: row.phone && shownPhone(row.phone),
  }
  const { amount_cents: amount, reserved_until: reservedUntil, name: project, note, status } = row
  return {
    investor,
    amount,
    owned: row.owned,
    units: unitsOf(amount, row.unit_price_cents),
    project,
    note,
    status,
    reservedUntil,
  }
}
