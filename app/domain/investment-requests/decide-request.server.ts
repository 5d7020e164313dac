import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { add, type Cents, zero } from '../../values/money.ts'
import { addInvestment } from '../investments/add-investment.server.ts'
import { remainingAfterOthers } from '../investments/oversubscription.server.ts'
import { isOwnedRefusal, type OwnedRefused, ownedText } from '../investments/owned.server.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import type { ApprovalBlocker, RequestStatus } from './request.ts'

/** By whom it was decided, if known. */
export type AlreadyDecided = {
  refused: 'decided'
  status: Exclude<RequestStatus, 'pending'>
  by: string | null
}

export type RequestApproved =
  | { investmentId: string }
  | { refused: 'not-found' | 'run-out' | 'key-reused' | ApprovalBlocker }
  | { refused: 'exceeds-offer'; left: Cents }
  | OwnedRefused
  | AlreadyDecided

/**
 * Turns a request into a pending investment dated today. Refused when decided or expired, when project or investor is
 * unavailable, beyond the offer, and when what it names is no longer free. Publishes investment.added and request.approved.
 */
export function approveRequest(
  admin: AdminActor,
  requestId: string,
  { key }: { key: string },
): Promise<RequestApproved> {
  return exactlyOnce(admin, 'approve-request', key, { requestId }, () =>
    approve(admin, requestId, key),
  )
}

async function approve(
  admin: AdminActor,
  requestId: string,
  key: string,
): Promise<RequestApproved> {
  const request = await lockRequest(admin, requestId)
  if (!request) return { refused: 'not-found' }
  if (request.status !== 'pending') return alreadyDecided(request, request.status)
  if (await isOwnInvestor(admin, request.investorId)) return { refused: 'own-request' }
  if (request.hasRunOut) return { refused: 'run-out' }
  const { projectId, investorId, amount } = request
  const blocker = await blockerOf(admin, projectId, investorId)
  if (blocker) return { refused: blocker }
  const remaining = await remainingAfterOthers(admin, projectId)
  if (remaining !== null && remaining < zero)
    return { refused: 'exceeds-offer', left: positive(add(remaining, amount)) }
  const added = await addInvestment(admin, {
    key,
    projectId,
    investorId,
    amount,
    investedOn: clock.today(),
    status: 'pending',
    furtherTranche: true,
    // The offer was checked above; checking again would count this request twice.
    nextPaymentOn: null,
    nextPaymentAmount: null,
    beyondOffer: true,
    owned: request.owned,
    requestId,
  })
  if ('refused' in added && isOwnedRefusal(added)) return added
  if ('refused' in added)
    throw new Error(`a request could not become an investment: ${added.refused}`)
  await decide(admin, requestId, { status: 'approved', investment_id: added.investmentId })
  await publish(admin, { kind: 'request.approved', requestId, investorId, projectId })
  return added
}

export type RequestDeclined = { declined: true } | { refused: 'not-found' } | AlreadyDecided

/** Declines a request with a reason for the investor, which releases its amount. Publishes request.declined. */
export async function declineRequest(
  admin: AdminActor,
  requestId: string,
  { reason }: { reason: string },
): Promise<RequestDeclined> {
  const request = await lockRequest(admin, requestId)
  if (!request) return { refused: 'not-found' }
  if (request.status !== 'pending') return alreadyDecided(request, request.status)
  await decide(admin, requestId, { status: 'declined', reason })
  const { investorId, projectId } = request
  await publish(admin, { kind: 'request.declined', requestId, investorId, projectId })
  return { declined: true }
}

async function lockRequest(admin: AdminActor, requestId: string) {
  const row = await admin.tx
    .selectFrom('investment_request')
    .select(['investor_id', 'project_id', 'amount_cents', 'status', 'decided_by'])
    .select(ownedText('investment_request').as('owned'))
    .select(sql<boolean>`reserved_until <= now()`.as('has_run_out'))
    .where('id', '=', requestId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return null
  const by = row.decided_by
    ? await admin.tx
        .selectFrom('auth.sign_in_account')
        .select('name')
        .where('id', '=', row.decided_by)
        .executeTakeFirst()
    : undefined
  return {
    investorId: row.investor_id,
    projectId: row.project_id,
    amount: row.amount_cents,
    owned: row.owned,
    status: row.status,
    hasRunOut: row.has_run_out,
    by: by?.name ?? null,
  }
}

const alreadyDecided = (
  { by }: { by: string | null },
  status: AlreadyDecided['status'],
): AlreadyDecided => ({
  refused: 'decided',
  status,
  by,
})

/** Locks the project against concurrent reservations and the investor against archiving. */
async function blockerOf(
  admin: AdminActor,
  projectId: string,
  investorId: string,
): Promise<ApprovalBlocker | null> {
  const project = await admin.tx
    .selectFrom('project')
    .select(['status', 'archived_at'])
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (project.archived_at) return 'project-archived'
  if (project.status === 'completed') return 'project-completed'
  const investor = await admin.tx
    .selectFrom('investor')
    .select(['archived_at', 'own_status', 'user_id'])
    .where('id', '=', investorId)
    .forShare()
    .executeTakeFirstOrThrow()
  if (investor.archived_at) return 'investor-archived'
  const account = investor.user_id
    ? await admin.tx
        .selectFrom('auth.sign_in_account')
        .select('status')
        .where('id', '=', investor.user_id)
        .executeTakeFirst()
    : undefined
  return (account?.status ?? investor.own_status) === 'inactive' ? 'investor-inactive' : null
}

const positive = (amount: Cents) => (amount < zero ? zero : amount)

type Decision =
  | { status: 'approved'; investment_id: string }
  | { status: 'declined'; reason: string }

async function decide(admin: AdminActor, requestId: string, decision: Decision) {
  await admin.tx
    .updateTable('investment_request')
    .set({ ...decision, decided_at: clock.now(), decided_by: admin.userId })
    .where('id', '=', requestId)
    .execute()
}
