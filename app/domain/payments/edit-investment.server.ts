import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { exactlyOnce } from '../../platform/exactly-once.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { type Cents, isPositive, subtract, zero } from '../../values/money.ts'
import {
  investedAlready,
  type OfferRefused,
  questionOf,
  unavailableParty,
} from '../investments/add-investment.server.ts'
import { beyondOffer, holdOffer } from '../investments/beyond-offer.server.ts'
import type { InvestmentStatus } from '../investments/investment.ts'
import {
  findInvestmentInFull,
  type InvestmentInFull,
} from '../investments/investment-in-full.server.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import { adjustTo } from './adjust.server.ts'
import type { EditInvestmentInput } from './edit-investment-schema.ts'
import { firstEntryOn } from './ledger.server.ts'
import { type PaymentRecorded, recordPayment } from './record-payment.server.ts'

/** The edited investment, or why nothing was changed, with the facts the screen shows. */
export type InvestmentEdited =
  | { investmentId: string }
  | {
      refused:
        | 'not-found'
        | 'archived'
        | 'parties-fixed'
        | 'amount-below-received'
        | 'received-above-amount'
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
  | { refused: 'changed-meanwhile'; now: InvestmentInFull }
  | { refused: 'next-exceeds-remaining'; remaining: Cents }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'after-first-entry'; firstOn: CalendarDate }

type Refused = Extract<InvestmentEdited, { refused: string }>

/**
 * Saves the edit form of an investment (MIV-029, decisions §4). Everything is refused when the version has moved since the
 * form was opened. A changed *received* becomes an adjustment with its reason, dated today; choosing Completed with
 * `fullyPaid` records a payment of what remains. Parties are fixed once there is a history; the status follows the
 * figures unless another was chosen, and a choice that contradicts them is refused; so is what takes more than the project
 * still offers, until `beyondOffer` says that it is meant. Locks project and investment. Publishes investment.changed, and of
 * a cancellation or of what was taken up again investment.cancelled or investment.resumed.
 */
export async function editInvestment(
  admin: AdminActor,
  investmentId: string,
  input: EditInvestmentInput,
): Promise<InvestmentEdited | Extract<PaymentRecorded, { refused: string }>> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'edit-investment', key, { investmentId, ...facts }, () =>
    edit(admin, investmentId, input),
  )
}

async function edit(admin: AdminActor, investmentId: string, input: EditInvestmentInput) {
  await holdOffer(admin, input.projectId)
  const was = await lockInFull(admin, investmentId)
  if (!was) return { refused: 'not-found' as const }
  const refusal = await refusalOf(admin, was, input)
  if (refusal) return refusal
  await store(admin, was, input)
  if (
    input.status === 'completed' &&
    input.received < input.amount &&
    input.status !== was.status
  ) {
    const paid = await payRemaining(admin, was.id, input)
    if ('refused' in paid) return paid
  }
  await publish(admin, {
    kind: 'investment.changed',
    investmentId,
    investorId: input.investorId,
    formerInvestorId: was.investor.id,
    projectId: input.projectId,
  })
  await publishCancellation(admin, was, input)
  return { investmentId }
}

/** One that goes to another investor or project in the same act, without any history, is told of to nobody. */
async function publishCancellation(
  admin: AdminActor,
  was: InvestmentInFull,
  input: EditInvestmentInput,
) {
  const { status, investorId, projectId } = input
  const [wasCancelled, isCancelled] = [was.status === 'cancelled', status === 'cancelled']
  if (wasCancelled === isCancelled || !isSamePair(was, projectId, investorId)) return
  const kind = isCancelled ? 'investment.cancelled' : 'investment.resumed'
  await publish(admin, { kind, investmentId: was.id, investorId, projectId })
}

async function lockInFull(
  admin: AdminActor,
  investmentId: string,
): Promise<InvestmentInFull | null> {
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .execute()
  return findInvestmentInFull(admin, investmentId)
}

async function refusalOf(
  admin: AdminActor,
  was: InvestmentInFull,
  input: EditInvestmentInput,
): Promise<Refused | null> {
  if (was.version !== input.version) return { refused: 'changed-meanwhile', now: was }
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
): Promise<Refused | null> {
  if (isSamePair(was, projectId, investorId)) return null
  if (was.hasHistory) return { refused: 'parties-fixed' }
  const party = await unavailableParty(admin, projectId, investorId)
  return party ? { refused: 'unavailable', party } : null
}

const isSamePair = (was: InvestmentInFull, projectId: string, investorId: string) =>
  projectId === was.project.id && investorId === was.investor.id

const none = { count: 0, amount: zero }

/** What a box has to say: that another investor or project has one already, and that more is taken than is offered. */
async function question(
  admin: AdminActor,
  was: InvestmentInFull,
  input: EditInvestmentInput,
): Promise<Refused | null> {
  const { projectId, investorId, amount, status } = input
  if (status === 'cancelled') return null
  const already = isSamePair(was, projectId, investorId)
    ? none
    : await investedAlready(admin, projectId, investorId)
  const took = was.project.id === projectId && was.status !== 'cancelled' ? was.amount : zero
  return questionOf(input, already, await beyondOffer(admin, projectId, subtract(amount, took)))
}

function refusedFigures(was: InvestmentInFull, input: EditInvestmentInput): Refused | null {
  const { amount, received, reason, nextPaymentAmount } = input
  const isAdjusted = received !== was.received
  if (received > amount)
    return { refused: isAdjusted ? 'received-above-amount' : 'amount-below-received' }
  if (isAdjusted && reason === null) return { refused: 'reason-missing' }
  const remaining = subtract(amount, received)
  const asksMore =
    isPositive(remaining) &&
    namesNext(was, input) &&
    nextPaymentAmount !== null &&
    nextPaymentAmount > remaining
  return asksMore ? { refused: 'next-exceeds-remaining', remaining } : null
}

/** Neither one's own investment is edited, nor another made one's own. */
async function refusedOwn(
  admin: AdminActor,
  was: InvestmentInFull,
  { investorId }: EditInvestmentInput,
): Promise<Refused | null> {
  return was.isOwn || (await isOwnInvestor(admin, investorId)) ? { refused: 'own-investor' } : null
}

async function refusedDay(
  admin: AdminActor,
  was: InvestmentInFull,
  { investedOn }: EditInvestmentInput,
): Promise<Refused | null> {
  const today = clock.today()
  if (isAfter(investedOn, today)) return { refused: 'in-the-future', today }
  const firstOn = await firstEntryOn(admin, was.id)
  return firstOn && isAfter(investedOn, firstOn) ? { refused: 'after-first-entry', firstOn } : null
}

/** Only a status that was chosen can contradict the figures; one that was left alone follows them. */
function refusedStatus(was: InvestmentInFull, input: EditInvestmentInput): Refused | null {
  const { status, amount, received, fullyPaid } = input
  if (status === was.status) return null
  if (status === 'pending' && isPositive(received)) return { refused: 'pending-with-payments' }
  if (status === 'completed' && received < amount && !fullyPaid)
    return { refused: 'not-fully-paid' }
  return status === 'active' && received === amount ? { refused: 'fully-paid' } : null
}

/**
 * Other parties come before the adjustment, which fixes them; so does a larger amount, and a smaller one after it, so
 * that what was received is never above the amount in between. The ledger's trigger says what becomes of the status of an investment that was adjusted.
 */
async function store(admin: AdminActor, was: InvestmentInFull, input: EditInvestmentInput) {
  const isLarger = input.amount > was.amount
  await admin.tx
    .updateTable('investment')
    .set({
      project_id: input.projectId,
      investor_id: input.investorId,
      ...(isLarger && {
        amount_cents: input.amount,
        status: was.status === 'completed' ? 'active' : was.status,
      }),
      ...(!isSamePair(was, input.projectId, input.investorId) && asMoved(was, input)),
    })
    .where('id', '=', was.id)
    .execute()
  if (input.received !== was.received)
    await adjustTo(admin, was, {
      received: input.received,
      on: clock.today(),
      reason: input.reason,
    })
  const { status: followed } = await admin.tx
    .selectFrom('investment')
    .select('status')
    .where('id', '=', was.id)
    .executeTakeFirstOrThrow()
  const status = statusOf(was, input, followed)
  const isOpen = status === 'pending' || status === 'active'
  await admin.tx
    .updateTable('investment')
    .set({
      amount_cents: input.amount,
      invested_on: input.investedOn,
      status,
      cancelled_on: status === 'cancelled' ? (was.cancelledOn ?? clock.today()) : null,
      ...((!isOpen || namesNext(was, input)) && {
        next_payment_on: isOpen ? input.nextPaymentOn : null,
        next_payment_cents: isOpen && input.nextPaymentOn ? input.nextPaymentAmount : null,
      }),
    })
    .where('id', '=', was.id)
    .execute()
}

/** A next payment that was left as it was opened follows what is received; another one takes its place. */
const namesNext = (
  was: InvestmentInFull,
  { nextPaymentOn, nextPaymentAmount }: EditInvestmentInput,
) =>
  !['pending', 'active'].includes(was.status) ||
  nextPaymentOn !== was.nextPaymentOn ||
  nextPaymentAmount !== was.nextPaymentAmount

/** Whoever gets it gets it as it is: what is set in the same update is no amendment of theirs. It has no ledger. */
function asMoved({ cancelledOn }: InvestmentInFull, { amount, status }: EditInvestmentInput) {
  return {
    amount_cents: amount,
    status: status === 'completed' ? ('active' as const) : status,
    cancelled_on: status === 'cancelled' ? (cancelledOn ?? clock.today()) : null,
  }
}

/** As chosen; else as the figures say. Completed with something outstanding is active until its payment is recorded. */
function statusOf(
  was: InvestmentInFull,
  input: EditInvestmentInput,
  followed: InvestmentStatus,
): InvestmentStatus {
  const { status, amount, received } = input
  if (status === 'cancelled') return 'cancelled'
  if (received === amount) return 'completed'
  if (isPositive(received)) return 'active'
  if (status === 'completed') return was.status === 'completed' ? followed : 'active'
  return status === was.status ? followed : status
}

function payRemaining(
  admin: AdminActor,
  investmentId: string,
  { key, amount, received }: EditInvestmentInput,
) {
  return recordPayment(admin, investmentId, {
    key,
    amount: subtract(amount, received),
    receivedOn: clock.today(),
    method: null,
    reference: null,
    note: null,
    nextPaymentOn: null,
    nextPaymentAmount: null,
  })
}
