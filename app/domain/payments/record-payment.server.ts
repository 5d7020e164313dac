import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { exactlyOnce } from '../../platform/exactly-once.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import { type Cents, isPositive, subtract } from '../../values/money.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import type { RecordPaymentInput } from './payment-schema.ts'
import { issueReceipt } from './receipts.server.ts'
import { hasOwnReference, holdReferences, paymentsWithReferences, type SameReference } from './same-reference.server.ts'

/** What was booked, or why nothing was, with the facts the screen shows. */
export type PaymentRecorded =
  | { paymentId: string; receiptNumber: string }
  | {
      refused:
        | 'not-found'
        | 'not-positive'
        | 'already-settled'
        | 'cancelled'
        | 'archived'
        | 'own-investor'
        | 'key-reused'
    }
  | { refused: 'next-before-received' }
  | { refused: 'exceeds-remaining'; remaining: Cents }
  | { refused: 'next-exceeds-remaining'; remaining: Cents }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-investment'; investedOn: CalendarDate }
  | { refused: 'same-reference'; same: SameReference }

/**
 * Records money received on an investment (MIV-034 to 040, decisions §4): more than remains is refused, and so is any
 * payment on a completed or cancelled one, or where it, its project or its investor is archived; with money outstanding, a following date
 * before the day received is refused too. Locks the investment, so
 * that two admins cannot both book the last of it. Clears the next payment date or sets the following one. Publishes
 * payment.recorded; the receipt comes last, because its counter is held until the commit. A reference that another payment
 * by mobile money or bank transfer carries is refused until `repeats` names that payment.
 */
export function recordPayment(
  admin: AdminActor,
  investmentId: string,
  input: RecordPaymentInput,
): Promise<PaymentRecorded> {
  const { key, repeats = null, ...facts } = input
  return exactlyOnce(admin, 'record-payment', key, { investmentId, repeats, ...facts }, () =>
    record(admin, investmentId, input),
  )
}

async function record(admin: AdminActor, investmentId: string, input: RecordPaymentInput): Promise<PaymentRecorded> {
  const investment = await lockInvestment(admin, investmentId)
  if (!investment) return { refused: 'not-found' }
  if (await isOwnInvestor(admin, investment.investorId)) return { refused: 'own-investor' }
  const refusal = refusalOf(investment, input)
  if (refusal) return refusal
  const same = await sameReference(admin, input)
  if (same && same.entryId !== input.repeats) return { refused: 'same-reference', same }
  const { id: paymentId } = await admin.tx
    .insertInto('ledger_entry')
    .values({
      investment_id: investmentId,
      kind: 'payment',
      amount_cents: input.amount,
      dated_on: input.receivedOn,
      method: input.method,
      reference: input.reference,
      note: input.note,
      repeats_reference: same !== null,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isLastPayment = input.amount === investment.remaining
  await setNextPayment(admin, investmentId, isLastPayment ? null : input)
  await publish(admin, {
    kind: 'payment.recorded',
    paymentId,
    investmentId,
    investorId: investment.investorId,
    projectId: investment.projectId,
  })
  return { paymentId, receiptNumber: await issueReceipt(admin, paymentId) }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockInvestment>>>

/** Project and investor are locked too, against being archived meanwhile; payments do not wait for each other there. */
async function lockInvestment(admin: AdminActor, investmentId: string) {
  const investment = await admin.tx
    .selectFrom('investment')
    .select(['investor_id', 'project_id', 'amount_cents', 'received_cents', 'status', 'invested_on', 'archived_at'])
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!investment) return null
  const parties = await admin.tx
    .selectFrom('project')
    .innerJoin('investor', (join) => join.on('investor.id', '=', investment.investor_id))
    .select(['project.archived_at as project_archived_at', 'investor.archived_at as investor_archived_at'])
    .where('project.id', '=', investment.project_id)
    .forShare()
    .executeTakeFirstOrThrow()
  return {
    investorId: investment.investor_id,
    projectId: investment.project_id,
    remaining: subtract(investment.amount_cents, investment.received_cents),
    status: investment.status,
    investedOn: investment.invested_on,
    isArchived: [investment.archived_at, parties.project_archived_at, parties.investor_archived_at].some(Boolean),
  }
}

function refusalOf(
  { remaining, status, investedOn, isArchived }: Locked,
  { amount, receivedOn, nextPaymentOn, nextPaymentAmount }: RecordPaymentInput,
): PaymentRecorded | null {
  if (!isPositive(amount)) return { refused: 'not-positive' }
  if (status === 'cancelled') return { refused: 'cancelled' }
  if (isArchived) return { refused: 'archived' }
  if (!isPositive(remaining)) return { refused: 'already-settled' }
  if (amount > remaining) return { refused: 'exceeds-remaining', remaining }
  const outstanding = subtract(remaining, amount)
  if (isAfter(receivedOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(receivedOn, investedOn)) return { refused: 'before-investment', investedOn }
  if (!isPositive(outstanding)) return null
  if (nextPaymentOn !== null && isBefore(nextPaymentOn, receivedOn)) return { refused: 'next-before-received' }
  const asksMore = nextPaymentAmount !== null && nextPaymentAmount > outstanding
  return asksMore ? { refused: 'next-exceeds-remaining', remaining: outstanding } : null
}

/** The latest payment with this reference; two administrators who record one at the same time wait for each other. */
async function sameReference(admin: AdminActor, { method, reference }: RecordPaymentInput) {
  if (reference === null || !hasOwnReference(method)) return null
  await holdReferences(admin, [reference])
  const [latest] = await paymentsWithReferences(admin, [reference])
  return latest ?? null
}

/**
 * A payment empties the next date (MIV-038), unless money is outstanding and the form names the following one (W-24):
 * `following` is null when everything has come in.
 */
async function setNextPayment(admin: AdminActor, investmentId: string, following: RecordPaymentInput | null) {
  await admin.tx
    .updateTable('investment')
    .set({
      next_payment_on: following?.nextPaymentOn ?? null,
      next_payment_cents: following?.nextPaymentOn ? following.nextPaymentAmount : null,
    })
    .where('id', '=', investmentId)
    .execute()
}
