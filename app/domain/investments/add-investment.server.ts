import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import type { Cents } from '../../values/money.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import type { InvestmentStatus } from './investment.ts'
import { findOversubscription, type Oversubscription } from './oversubscription.server.ts'
import { nameOwned, type OwnedRefused } from './owned.server.ts'

/** Never completed: only the ledger completes an investment (see `addPaidInvestment`). */
export type NewInvestment = {
  key: string
  projectId: string
  investorId: string
  amount: Cents
  investedOn: CalendarDate
  status: Exclude<InvestmentStatus, 'completed'>
  nextPaymentOn: CalendarDate | null
  nextPaymentAmount: Cents | null
  furtherTranche: boolean
  /** Confirms an amount beyond the offer. */
  beyondOffer: boolean
  /** The unit's name or the percentage that it owns of the project. */
  owned?: string | null
  /** The request that it approves, which no longer holds its unit. */
  requestId?: string
}

/** The investor's existing investments in the project. */
export type ExistingInvestment = { count: number; amount: Cents }

/** Confirmations an administrator is asked for, together where both apply. */
export type OfferRefused =
  | ({ refused: 'already-invested'; beyond?: Oversubscription } & ExistingInvestment)
  | { refused: 'exceeds-offer'; beyond: Oversubscription; existing?: ExistingInvestment }

/** Refused with what the screen asks next. */
export type InvestmentAdded =
  | { investmentId: string }
  | { refused: 'unavailable'; party: 'project' | 'investor' }
  | { refused: 'own-investor' }
  | OfferRefused
  | OwnedRefused
  | { refused: 'next-exceeds-amount' }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'key-reused' }

/**
 * Adds an unpaid investment. Refused for archived or unknown parties and one's own record; a
 * further investment of the pair needs `furtherTranche`, an amount beyond the offer `beyondOffer`; for a unit or share
 * that is unknown or no longer free.
 * Locks project and pair. Publishes investment.added.
 */
export function addInvestment(admin: AdminActor, input: NewInvestment): Promise<InvestmentAdded> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'add-investment', key, facts, () => add(admin, input))
}

async function add(admin: AdminActor, input: NewInvestment): Promise<InvestmentAdded> {
  const { projectId, investorId, amount, status } = input
  if (input.nextPaymentAmount !== null && input.nextPaymentAmount > amount)
    return { refused: 'next-exceeds-amount' }
  const today = clock.today()
  if (isAfter(input.investedOn, today)) return { refused: 'in-the-future', today }
  const party = await unavailableParty(admin, projectId, investorId)
  if (party) return { refused: 'unavailable', party }
  if (await isOwnInvestor(admin, investorId)) return { refused: 'own-investor' }
  const existing = await findExistingInvestment(admin, projectId, investorId)
  const isOpen = status !== 'cancelled'
  const beyond = isOpen ? await findOversubscription(admin, projectId, amount) : null
  const owned = await nameOwned(admin, {
    projectId,
    text: input.owned ?? null,
    isOpen,
    ...(input.requestId && { requestId: input.requestId }),
  })
  if ('refused' in owned) return owned
  const question = requiredConfirmation(input, existing, beyond)
  if (question) return question
  const { id: investmentId } = await admin.tx
    .insertInto('investment')
    .values({
      investor_id: investorId,
      project_id: projectId,
      amount_cents: amount,
      status,
      invested_on: input.investedOn,
      next_payment_on: isOpen ? input.nextPaymentOn : null,
      next_payment_cents: isOpen && input.nextPaymentOn ? input.nextPaymentAmount : null,
      cancelled_on: isOpen ? null : clock.today(),
      ...owned,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, { kind: 'investment.added', investmentId, investorId, projectId })
  return { investmentId }
}

/** The confirmations still needed; null when none. */
export function requiredConfirmation(
  { furtherTranche, beyondOffer: isMeant }: { furtherTranche: boolean; beyondOffer: boolean },
  existing: ExistingInvestment,
  beyond: Oversubscription | null,
): OfferRefused | null {
  const has = existing.count > 0
  if (has && !furtherTranche)
    return { refused: 'already-invested', ...existing, ...(beyond && { beyond }) }
  if (!beyond || isMeant) return null
  return { refused: 'exceeds-offer', beyond, ...(has && { existing }) }
}

/** Which party is archived or unknown, or null. Locks both until commit. */
export async function unavailableParty(admin: AdminActor, projectId: string, investorId: string) {
  const project = await admin.tx
    .selectFrom('project')
    .select('archived_at')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project || project.archived_at) return 'project'
  const investor = await admin.tx
    .selectFrom('investor')
    .select('archived_at')
    .where('id', '=', investorId)
    .forShare()
    .executeTakeFirst()
  return !investor || investor.archived_at ? 'investor' : null
}

/** The investor's investments in the project, cancelled ones excluded. Locks the pair until commit. */
export async function findExistingInvestment(
  admin: AdminActor,
  projectId: string,
  investorId: string,
): Promise<ExistingInvestment> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${projectId}:${investorId}`}, 0))`.execute(
    admin.tx,
  )
  return admin.tx
    .selectFrom('investment')
    .select(sql<number>`count(*)::int`.as('count'))
    .select(sql<Cents>`coalesce(sum(amount_cents), 0)::bigint`.as('amount'))
    .where('project_id', '=', projectId)
    .where('investor_id', '=', investorId)
    .where('status', '<>', 'cancelled')
    .executeTakeFirstOrThrow()
}
