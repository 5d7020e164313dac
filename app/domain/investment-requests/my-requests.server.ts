import { sql } from 'kysely'
import type { InvestorLookup, InvestorReader } from '../../platform/database/database.server.ts'
import type { Cents } from '../../values/money.ts'
import { ownedText } from '../investments/owned.server.ts'
import type { RequestStatus } from './request.ts'

/** Shown as expired even before the worker runs. `slug` is null while the project's page is not public. */
export type MyRequest = {
  id: string
  project: string
  slug: string | null
  amount: Cents
  /** The unit or share that it names, in words. */
  owned: string | null
  status: RequestStatus
  requestedAt: Date
  reservedUntil: Date
  decidedAt: Date | null
  reason: string | null
  isClosed: boolean
}

const mostShown = 6

/** Whether a request is pending and still reserves its amount. */
export const isOpen = sql<boolean>`investment_request.status = 'pending' and investment_request.reserved_until > now()`

/** The reader's pending requests, then up to six decided ones, latest first. */
export async function myRequests(reader: InvestorReader): Promise<MyRequest[]> {
  const rows = await ofReader(reader)
    .orderBy(isOpen, 'desc')
    .orderBy('investment_request.requested_at', 'desc')
    .orderBy('investment_request.id', 'desc')
    .limit(50)
    .execute()
  const waiting = rows.filter(({ status }) => status === 'pending').length
  return rows.slice(0, Math.max(mostShown, waiting)).map(asMine)
}

/** The investor's pending requests, latest first. */
export async function waitingRequests(
  reader: InvestorReader | InvestorLookup,
): Promise<MyRequest[]> {
  const rows = await ofReader(reader)
    .where(isOpen)
    .orderBy('investment_request.requested_at', 'desc')
    .orderBy('investment_request.id', 'desc')
    .execute()
  return rows.map(asMine)
}

/** A draft for a project that still accepts requests. */
export type MyDraft = { project: string; slug: string; amount: Cents }

/** The reader's drafts, latest first; hidden in view mode. */
export async function myDrafts(reader: InvestorReader): Promise<MyDraft[]> {
  const rows = await reader.tx
    .selectFrom('request_draft as draft')
    .innerJoin('project', 'project.id', 'draft.project_id')
    .select(['project.name', 'project.slug', 'draft.amount_cents'])
    .where('draft.investor_id', '=', reader.investorId)
    .where('project.published', '=', true)
    .where('project.archived_at', 'is', null)
    .where('project.status', '<>', 'completed')
    .where(sql<boolean>`app.is_taken(project.id)`, 'is not', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('investment_request')
            .select('investment_request.id')
            .whereRef('investment_request.investor_id', '=', 'draft.investor_id')
            .whereRef('investment_request.project_id', '=', 'draft.project_id')
            .where(isOpen),
        ),
      ),
    )
    .orderBy('draft.saved_at', 'desc')
    .orderBy('draft.project_id')
    .execute()
  return rows.map(({ name: project, slug, amount_cents: amount }) => ({ project, slug, amount }))
}

/** All requests of the reader with their notes, latest first, for the data export. */
export async function allMyRequests(
  reader: InvestorReader,
): Promise<(MyRequest & { note: string | null })[]> {
  const rows = await ofReader(reader)
    .select('note')
    .orderBy('investment_request.requested_at', 'desc')
    .orderBy('investment_request.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...asMine(row), note: row.note }))
}

/** One request of the reader; null for any other id. */
export async function findMyRequest(
  reader: InvestorReader,
  requestId: string,
): Promise<MyRequest | null> {
  const row = await ofReader(reader)
    .where('investment_request.id', '=', requestId)
    .executeTakeFirst()
  return row ? asMine(row) : null
}

function ofReader(reader: InvestorReader | InvestorLookup) {
  return reader.tx
    .selectFrom('investment_request')
    .innerJoin('project', 'project.id', 'investment_request.project_id')
    .select(['investment_request.id', 'project.name', 'project.slug', 'amount_cents'])
    .select(['requested_at', 'reserved_until', 'reason'])
    .select(ownedText('investment_request').as('owned'))
    .select(
      sql<RequestStatus>`case when investment_request.status <> 'pending' or ${isOpen} then investment_request.status
        else 'expired' end`.as('status'),
    )
    .select(
      sql<Date | null>`case when ${isOpen} then null else coalesce(decided_at, reserved_until) end`.as(
        'decided_at',
      ),
    )
    .select(sql<boolean>`project.published and project.archived_at is null`.as('is_public'))
    .select(sql<boolean>`project.status = 'completed'`.as('is_closed'))
    .where('investment_request.investor_id', '=', reader.investorId)
}

type Row = Awaited<ReturnType<ReturnType<typeof ofReader>['execute']>>[number]

function asMine(row: Row): MyRequest {
  return {
    id: row.id,
    project: row.name,
    slug: row.is_public ? row.slug : null,
    amount: row.amount_cents,
    owned: row.owned,
    status: row.status,
    requestedAt: row.requested_at,
    reservedUntil: row.reserved_until,
    decidedAt: row.decided_at,
    reason: row.reason,
    isClosed: row.is_closed,
  }
}
