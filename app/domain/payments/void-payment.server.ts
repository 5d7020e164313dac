import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { exactlyOnce } from '../../platform/exactly-once.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import { type Cents, cents } from '../../values/money.ts'

/** Which payment is taken back, why, and on which day of the business. */
export type VoidPaymentInput = { key: string; paymentId: string; reason: string; voidedOn: CalendarDate }

/** The void that was written, or why none was. */
export type PaymentVoided =
  | { voidId: string }
  | { refused: 'not-found' | 'already-voided' | 'below-zero' | 'key-reused' }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-payment'; receivedOn: CalendarDate }

/**
 * Takes a payment back by a row of its own with a reason; the payment itself stays as it was written (decisions §4). Each
 * is voided once, and not when later refunds would then exceed what was received. A cancelled or archived investment
 * may be corrected too. Locks the investment; its status follows by trigger. Publishes payment.voided.
 */
export function voidPayment(admin: AdminActor, input: VoidPaymentInput): Promise<PaymentVoided> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'void-payment', key, facts, () => takeBack(admin, input))
}

async function takeBack(admin: AdminActor, input: VoidPaymentInput): Promise<PaymentVoided> {
  const payment = await lockPayment(admin, input.paymentId)
  if (!payment) return { refused: 'not-found' }
  const refusal = await refusalOf(admin, payment, input)
  if (refusal) return refusal
  const { id: voidId } = await admin.tx
    .insertInto('ledger_entry')
    .values({
      investment_id: payment.investment_id,
      kind: 'void',
      amount_cents: cents(-payment.amount_cents),
      dated_on: input.voidedOn,
      voids_id: input.paymentId,
      reason: input.reason,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, {
    kind: 'payment.voided',
    voidId,
    investmentId: payment.investment_id,
    investorId: payment.investor_id,
    projectId: payment.project_id,
  })
  return { voidId }
}

type Locked = { investment_id: string; amount_cents: Cents; dated_on: CalendarDate; received_cents: Cents } & {
  investor_id: string
  project_id: string
}

/** The entry never changes; it is its investment that is locked, as for every change of the ledger. */
function lockPayment(admin: AdminActor, paymentId: string): Promise<Locked | undefined> {
  return admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .select(['entry.investment_id', 'entry.amount_cents', 'entry.dated_on'])
    .select(['investment.received_cents', 'investment.investor_id', 'investment.project_id'])
    .where('entry.id', '=', paymentId)
    .where('entry.kind', '=', 'payment')
    .forNoKeyUpdate('investment')
    .executeTakeFirst()
}

async function refusalOf(
  admin: AdminActor,
  payment: Locked,
  { paymentId, voidedOn }: VoidPaymentInput,
): Promise<PaymentVoided | null> {
  const earlier = await admin.tx
    .selectFrom('ledger_entry')
    .select('id')
    .where('voids_id', '=', paymentId)
    .executeTakeFirst()
  if (earlier) return { refused: 'already-voided' }
  if (payment.received_cents < payment.amount_cents) return { refused: 'below-zero' }
  if (isAfter(voidedOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(voidedOn, payment.dated_on)) return { refused: 'before-payment', receivedOn: payment.dated_on }
  return null
}
