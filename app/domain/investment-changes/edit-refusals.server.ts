import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { type Cents, isPositive, subtract, zero } from '../../values/money.ts'
import {
  findExistingInvestment,
  type OfferRefused,
  requiredConfirmation,
  unavailableParty,
} from '../investments/add-investment.server.ts'
import type { InvestmentInFull } from '../investments/investment-in-full.server.ts'
import { findOversubscription } from '../investments/oversubscription.server.ts'
import type { OwnedRefused } from '../investments/owned.server.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import { firstEntryOn } from '../payments/ledger.server.ts'
import type { EditInvestmentInput } from './edit-investment-schema.ts'

/** Refused with the facts the screen shows. */
export type EditRefused =
  | {
      refused:
        | 'not-found'
        | 'archived'
        | 'parties-fixed'
        | 'amount-below-received'
        | 'received-above-amount'
        | 'amount-of-plan'
        | 'plan-waits'
    }
  | {
      refused:
        | 'reason-missing'
        | 'pending-with-payments'
        | 'not-fully-paid'
        | 'fully-paid'
        | 'own-investor'
        | 'key-reused'
    }
  | { refused: 'unavailable'; party: 'project' | 'investor' }
  | OfferRefused
  | OwnedRefused
  | { refused: 'version-conflict'; now: InvestmentInFull }
  | { refused: 'next-exceeds-remaining'; remaining: Cents }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'after-first-entry'; firstOn: CalendarDate }

/** Why an edit is refused or needs confirmation; null when it may be stored. */
export async function refusalOf(
  admin: AdminActor,
  was: InvestmentInFull,
  input: EditInvestmentInput,
): Promise<EditRefused | null> {
  if (was.version !== input.version) return { refused: 'version-conflict', now: was }
  if (was.isArchived) return { refused: 'archived' }
  return (
    (await refusedParties(admin, was, input)) ??
    refusedFigures(was, input) ??
    (await refusedOwn(admin, was, input)) ??
    (await refusedDay(admin, was, input)) ??
    refusedStatus(was, input) ??
    (await question(admin, was, input))
  )
}

async function refusedParties(
  admin: AdminActor,
  was: InvestmentInFull,
  { projectId, investorId }: EditInvestmentInput,
): Promise<EditRefused | null> {
  if (isSamePair(was, projectId, investorId)) return null
  if (was.hasHistory) return { refused: 'parties-fixed' }
  if (projectId !== was.project.id && (await namesMilestones(admin, was.id)))
    return { refused: 'plan-waits' }
  const party = await unavailableParty(admin, projectId, investorId)
  return party ? { refused: 'unavailable', party } : null
}

/** Whether a line of the current plan waits for a milestone, reached or not. */
async function namesMilestones(admin: AdminActor, investmentId: string): Promise<boolean> {
  const found = await admin.tx
    .selectFrom('payment_plan as plan')
    .innerJoin('investment', (join) =>
      join
        .onRef('investment.id', '=', 'plan.investment_id')
        .onRef('investment.plan_version', '=', 'plan.version'),
    )
    .innerJoin('plan_line as line', 'line.plan_id', 'plan.id')
    .select('line.position')
    .where('plan.investment_id', '=', investmentId)
    .where('line.milestone_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const isSamePair = (was: InvestmentInFull, projectId: string, investorId: string) =>
  projectId === was.project.id && investorId === was.investor.id

const none = { count: 0, amount: zero }

/** The confirmations needed: a further investment of the pair, and an amount beyond the offer. */
async function question(
  admin: AdminActor,
  was: InvestmentInFull,
  input: EditInvestmentInput,
): Promise<EditRefused | null> {
  const { projectId, investorId, amount, status } = input
  if (status === 'cancelled') return null
  const existing = isSamePair(was, projectId, investorId)
    ? none
    : await findExistingInvestment(admin, projectId, investorId)
  const took = was.project.id === projectId && was.status !== 'cancelled' ? was.amount : zero
  return requiredConfirmation(
    input,
    existing,
    await findOversubscription(admin, projectId, subtract(amount, took)),
  )
}

function refusedFigures(was: InvestmentInFull, input: EditInvestmentInput): EditRefused | null {
  const { amount, received, reason, nextPaymentAmount } = input
  const isAdjusted = received !== was.received
  if (received > amount)
    return { refused: isAdjusted ? 'received-above-amount' : 'amount-below-received' }
  if (isAdjusted && reason === null) return { refused: 'reason-missing' }
  if (was.hasPlan) return amount === was.amount ? null : { refused: 'amount-of-plan' }
  const remaining = subtract(amount, received)
  const asksMore =
    isPositive(remaining) &&
    setsNextPayment(was, input) &&
    nextPaymentAmount !== null &&
    nextPaymentAmount > remaining
  return asksMore ? { refused: 'next-exceeds-remaining', remaining } : null
}

/** An administrator cannot edit their own investment, or make one their own. */
async function refusedOwn(
  admin: AdminActor,
  was: InvestmentInFull,
  { investorId }: EditInvestmentInput,
): Promise<EditRefused | null> {
  return was.isOwn || (await isOwnInvestor(admin, investorId)) ? { refused: 'own-investor' } : null
}

async function refusedDay(
  admin: AdminActor,
  was: InvestmentInFull,
  { investedOn }: EditInvestmentInput,
): Promise<EditRefused | null> {
  const today = clock.today()
  if (isAfter(investedOn, today)) return { refused: 'in-the-future', today }
  const firstOn = await firstEntryOn(admin, was.id)
  return firstOn && isAfter(investedOn, firstOn) ? { refused: 'after-first-entry', firstOn } : null
}

/** Only a chosen status can contradict the figures; an unchanged one follows them. */
function refusedStatus(was: InvestmentInFull, input: EditInvestmentInput): EditRefused | null {
  const { status, amount, received, fullyPaid } = input
  if (status === was.status) return null
  if (status === 'pending' && isPositive(received)) return { refused: 'pending-with-payments' }
  if (status === 'completed' && received < amount && !fullyPaid)
    return { refused: 'not-fully-paid' }
  return status === 'active' && received === amount ? { refused: 'fully-paid' } : null
}

/** An unchanged next payment follows the payments; a changed one replaces it, but never that of a payment plan. */
export const setsNextPayment = (
  was: InvestmentInFull,
  {
    nextPaymentOn,
    nextPaymentAmount,
  }: Pick<EditInvestmentInput, 'nextPaymentOn' | 'nextPaymentAmount'>,
) =>
  !was.hasPlan &&
  (!['pending', 'active'].includes(was.status) ||
    nextPaymentOn !== was.nextPaymentOn ||
    nextPaymentAmount !== was.nextPaymentAmount)
