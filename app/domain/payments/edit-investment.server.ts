import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isPositive, subtract } from '../../values/money.ts'
import type { InvestmentStatus } from '../investments/investment.ts'
import {
  findInvestmentInFull,
  type InvestmentInFull,
} from '../investments/investment-in-full.server.ts'
import { lockOffer } from '../investments/oversubscription.server.ts'
import { adjustTo } from './adjust.server.ts'
import type { EditInvestmentInput } from './edit-investment-schema.ts'
import { type EditRefused, isSamePair, refusalOf, setsNextPayment } from './edit-refusals.server.ts'
import { type PaymentRecorded, recordPayment } from './record-payment.server.ts'

/** The edited investment, or why nothing was changed. */
export type InvestmentEdited = { investmentId: string } | EditRefused

/**
 * Saves the edit form. Refused when `version` is outdated. A changed `received` becomes an adjustment; Completed
 * with `fullyPaid` records the remaining payment. Parties are fixed once there is history. Locks project and
 * investment. Publishes investment.changed and, where it applies, investment.cancelled or investment.resumed.
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
  await lockOffer(admin, input.projectId)
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

/** One that goes to another investor or project in the same act, without any history, is notified of to no one. */
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
      ...((!isOpen || setsNextPayment(was, input)) && {
        next_payment_on: isOpen ? input.nextPaymentOn : null,
        next_payment_cents: isOpen && input.nextPaymentOn ? input.nextPaymentAmount : null,
      }),
    })
    .where('id', '=', was.id)
    .execute()
}

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
