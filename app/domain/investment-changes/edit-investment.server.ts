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
import { nameOwned, type Owned } from '../investments/owned.server.ts'
import { adjustTo } from '../payments/adjust.server.ts'
import { type PaymentRecorded, recordPayment } from '../payments/record-payment.server.ts'
import type { EditInvestmentInput } from './edit-investment-schema.ts'
import { type EditRefused, isSamePair, refusalOf, setsNextPayment } from './edit-refusals.server.ts'

export type InvestmentEdited = { investmentId: string } | EditRefused

/**
 * Saves the edit form. A changed `received` becomes an adjustment; Completed with `fullyPaid`
 * records the remaining payment. Refused for an outdated `version`; with a history the parties are
 * fixed, and with a payment plan the amount and, while it names milestones, the project; for a unit or share that is not free. Publishes investment.changed, and investment.cancelled or investment.resumed.
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
  const was = await lockInFull(admin, investmentId, input)
  if (!was) return { refused: 'not-found' as const }
  const refusal = await refusalOf(admin, was, input)
  if (refusal) return refusal
  const { projectId, status } = input
  const owned = await nameOwned(admin, {
    projectId,
    text: input.owned,
    isOpen: status !== 'cancelled',
    investmentId,
  })
  if ('refused' in owned) return owned
  await store(admin, was, { ...input, owned })
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

/** Not published when the investment also moves to another party, because it has no history. */
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

/** The investment before the project, in the order of payments. */
async function lockInFull(
  admin: AdminActor,
  investmentId: string,
  { projectId }: EditInvestmentInput,
): Promise<InvestmentInFull | null> {
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .execute()
  await lockOffer(admin, projectId)
  return findInvestmentInFull(admin, investmentId)
}

/** A larger amount is stored before the adjustment, a smaller one after, so received never exceeds it. */
type Stored = Omit<EditInvestmentInput, 'owned'> & { owned: Owned }

async function store(admin: AdminActor, was: InvestmentInFull, input: Stored) {
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
      ...(!isSamePair(was, input.projectId, input.investorId) && {
        ...asMoved(was, input),
        ...input.owned,
      }),
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
      ...input.owned,
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

/** Changes in the same update as a move are no amendments for the new investor. */
function asMoved({ cancelledOn }: InvestmentInFull, { amount, status }: Stored) {
  return {
    amount_cents: amount,
    status: status === 'completed' ? ('active' as const) : status,
    cancelled_on: status === 'cancelled' ? (cancelledOn ?? clock.today()) : null,
  }
}

/** The chosen status, else by the figures. Completed is active until its payment is recorded. */
function statusOf(
  was: InvestmentInFull,
  input: Stored,
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
