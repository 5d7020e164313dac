import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { exactlyOnce } from '../../platform/exactly-once.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import { type Cents, cents, isPositive, subtract } from '../../values/money.ts'
import type { RecordPaymentInput } from './payment-schema.ts'
import { issueReceipt } from './receipts.server.ts'

/** What was booked, or why nothing was, with the facts the screen shows. Cents are text: the answer is kept as JSON. */
export type PaymentRecorded =
  | { paymentId: string; receiptNumber: string }
  | { refused: 'not-found' | 'not-positive' | 'already-settled' | 'cancelled' | 'archived' | 'key-reused' }
  | { refused: 'exceeds-remaining'; remaining: Cents }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-investment'; investedOn: CalendarDate }

/**
 * Records money received on an investment (MIV-034 to 040, decisions §4): more than remains is refused, and so is any
 * payment on a completed, cancelled or archived one. Locks the investment, so that two admins cannot both book the last
 * of it. Clears the next payment date or sets the following one. Publishes payment.recorded; the receipt comes last,
 * because its counter is held until the commit.
 */
export function recordPayment(
  admin: AdminActor,
  investmentId: string,
  input: RecordPaymentInput,
): Promise<PaymentRecorded> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'record-payment', key, { investmentId, ...facts }, () => record(admin, investmentId, input))
}

async function record(admin: AdminActor, investmentId: string, input: RecordPaymentInput): Promise<PaymentRecorded> {
  const investment = await lockInvestment(admin, investmentId)
  if (!investment) return { refused: 'not-found' }
  const refusal = refusalOf(investment, input)
  if (refusal) return refusal
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
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setNextPayment(admin, investmentId, input)
  await publish(admin, {
    kind: 'payment.recorded',
    paymentId,
    investmentId,
    investorId: investment.investor_id,
    projectId: investment.project_id,
  })
  return { paymentId, receiptNumber: await issueReceipt(admin, paymentId) }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockInvestment>>>

function lockInvestment(admin: AdminActor, investmentId: string) {
  return admin.tx
    .selectFrom('investment')
    .select(['investor_id', 'project_id', 'amount_cents', 'received_cents', 'status', 'invested_on', 'archived_at'])
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

function refusalOf(investment: Locked, { amount, receivedOn }: RecordPaymentInput): PaymentRecorded | null {
  const remaining = subtract(investment.amount_cents, cents(investment.received_cents))
  if (!isPositive(amount)) return { refused: 'not-positive' }
  if (investment.status === 'cancelled') return { refused: 'cancelled' }
  if (investment.archived_at) return { refused: 'archived' }
  if (!isPositive(remaining)) return { refused: 'already-settled' }
  if (amount > remaining) return { refused: 'exceeds-remaining', remaining }
  if (isAfter(receivedOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(receivedOn, investment.invested_on))
    return { refused: 'before-investment', investedOn: investment.invested_on }
  return null
}

/** A payment empties the next date (MIV-038); the dialog may name the following one while money is outstanding (W-24). */
async function setNextPayment(admin: AdminActor, investmentId: string, input: RecordPaymentInput) {
  const { received_cents, amount_cents } = await admin.tx
    .selectFrom('investment')
    .select(['received_cents', 'amount_cents'])
    .where('id', '=', investmentId)
    .executeTakeFirstOrThrow()
  const outstanding = received_cents < amount_cents
  await admin.tx
    .updateTable('investment')
    .set({
      next_payment_on: outstanding ? input.nextPaymentOn : null,
      next_payment_cents: outstanding && input.nextPaymentOn ? input.nextPaymentAmount : null,
    })
    .where('id', '=', investmentId)
    .execute()
}
