import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { add, type Cents, isPositive, min, subtract, zero } from '../../values/money.ts'
import { leftByRate } from '../exchange-rates/left-by-rate.ts'
import {
  moneyFacts,
  paidColumns,
  type RateRefused,
  type SettledMoney,
  settleMoney,
  withoutRounding,
} from '../exchange-rates/settle-money.server.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import { issueReceipt } from '../receipts/receipts.server.ts'
import { closeLastCents } from './adjust.server.ts'
import type { RecordPaymentInput } from './payment-schema.ts'
import {
  hasUniqueReference,
  lockReferences,
  paymentsWithReferences,
  type SameReference,
} from './same-reference.server.ts'

/** Refused with the facts the screen shows. */
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
  /** `paid` is what was typed in another currency. */
  | { refused: 'exceeds-remaining'; remaining: Cents; paid?: PaidInCurrency }
  | { refused: 'next-exceeds-remaining'; remaining: Cents }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-investment'; investedOn: CalendarDate }
  | { refused: 'same-reference'; same: SameReference }
  | { refused: 'account-currency'; currency: Currency }
  | RateRefused

/**
 * Records money received. Refused above what remains; for settled, cancelled, archived or own investments; for a
 * following date before the payment; for a repeated reference unless `repeats` names that payment; and for money in
 * another currency without a rate of its day. Cents that the rate leaves at the end are closed. With a payment plan the
 * following payment is ignored. Publishes payment.recorded. The receipt comes last because its counter stays locked.
 */
export function recordPayment(
  admin: AdminActor,
  investmentId: string,
  input: RecordPaymentInput,
): Promise<PaymentRecorded> {
  const { key, repeats = null, amount, accountId = null, payerName = null, ...typed } = input
  const { onStatement: _, ...facts } = typed
  const sent = { investmentId, repeats, ...facts, ...moneyFacts(amount) }
  const further = { ...(accountId ? { accountId } : {}), ...(payerName ? { payerName } : {}) }
  return exactlyOnce(admin, 'record-payment', key, { ...sent, ...further }, () =>
    record(admin, investmentId, input),
  )
}

async function record(
  admin: AdminActor,
  investmentId: string,
  input: RecordPaymentInput,
): Promise<PaymentRecorded> {
  const investment = await lockInvestment(admin, investmentId)
  if (!investment) return { refused: 'not-found' }
  if (await isOwnInvestor(admin, investment.investorId)) return { refused: 'own-investor' }
  const wrongAccount = await refusedAccount(admin, input)
  if (wrongAccount) return wrongAccount
  const typed = await settleMoney(admin, input.amount, input.receivedOn)
  if ('refused' in typed) return typed
  const money = withoutRounding(typed, investment.remaining)
  const closed = money.paid ? leftByRate(money.amount, investment.remaining) : zero
  const payment = { ...input, ...money, settled: add(money.amount, closed) }
  const refusal = refusalOf(investment, payment)
  if (refusal) return refusal
  const same = await sameReference(admin, input)
  if (same && same.entryId !== input.repeats) return { refused: 'same-reference', same }
  const { id: paymentId } = await admin.tx
    .insertInto('ledger_entry')
    .values({
      investment_id: investmentId,
      kind: 'payment',
      amount_cents: money.amount,
      ...paidColumns(money.paid),
      rounding_cents: money.rounding,
      payer_name: input.payerName ?? null,
      payment_account_id: input.accountId ?? null,
      dated_on: input.receivedOn,
      method: input.method,
      reference: input.reference,
      note: input.note,
      repeats_reference: same !== null,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isPositive(closed))
    await closeLastCents(admin, { paymentId, investmentId, amount: closed, on: input.receivedOn })
  if (!investment.hasPlan) await setNextPayment(admin, investmentId, investment, payment)
  await publish(admin, {
    kind: 'payment.recorded',
    paymentId,
    investmentId,
    investorId: investment.investorId,
    projectId: investment.projectId,
  })
  return { paymentId, receiptNumber: await issueReceipt(admin, paymentId) }
}

/** An account takes its own currency; one that does not exist is an outdated page. */
async function refusedAccount(
  { tx }: AdminActor,
  { accountId, amount }: RecordPaymentInput,
): Promise<PaymentRecorded | null> {
  if (!accountId) return null
  const account = await tx
    .selectFrom('payment_account')
    .select('currency')
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) return { refused: 'not-found' }
  const currency = typeof amount === 'bigint' ? 'USD' : amount.currency
  return account.currency === currency
    ? null
    : { refused: 'account-currency', currency: account.currency }
}

/** The form with what its money came to in dollars. */
type SettledPayment = Omit<RecordPaymentInput, 'amount'> &
  SettledMoney & {
    /** With the cents that the exchange rate left, which are closed. */
    settled: Cents
  }

type Locked = NonNullable<Awaited<ReturnType<typeof lockInvestment>>>

/** Project and investor get a shared lock against archiving. */
async function lockInvestment(admin: AdminActor, investmentId: string) {
  const investment = await admin.tx
    .selectFrom('investment')
    .select([
      'investor_id',
      'project_id',
      'amount_cents',
      'received_cents',
      'status',
      'invested_on',
      'archived_at',
    ])
    .select(['next_payment_on', 'next_payment_cents', 'plan_version'])
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!investment) return null
  const parties = await admin.tx
    .selectFrom('project')
    .innerJoin('investor', (join) => join.on('investor.id', '=', investment.investor_id))
    .select([
      'project.archived_at as project_archived_at',
      'investor.archived_at as investor_archived_at',
    ])
    .where('project.id', '=', investment.project_id)
    .forShare()
    .executeTakeFirstOrThrow()
  return {
    investorId: investment.investor_id,
    projectId: investment.project_id,
    remaining: subtract(investment.amount_cents, investment.received_cents),
    status: investment.status,
    investedOn: investment.invested_on,
    next: { on: investment.next_payment_on, amount: investment.next_payment_cents },
    hasPlan: investment.plan_version !== null,
    isArchived: [
      investment.archived_at,
      parties.project_archived_at,
      parties.investor_archived_at,
    ].some(Boolean),
  }
}

function refusalOf(investment: Locked, input: SettledPayment): PaymentRecorded | null {
  const { remaining, status, investedOn, isArchived } = investment
  const { amount, paid, settled, receivedOn } = input
  if (!isPositive(amount)) return { refused: 'not-positive' }
  if (status === 'cancelled') return { refused: 'cancelled' }
  if (isArchived) return { refused: 'archived' }
  if (!isPositive(remaining)) return { refused: 'already-settled' }
  if (amount > remaining)
    return { refused: 'exceeds-remaining', remaining, ...(paid ? { paid } : {}) }
  const outstanding = subtract(remaining, settled)
  if (isAfter(receivedOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(receivedOn, investedOn)) return { refused: 'before-investment', investedOn }
  return isPositive(outstanding) && !investment.hasPlan
    ? refusedFollowing(investment, input, outstanding)
    : null
}

/** The following payment must come after what is still due. */
function refusedFollowing(
  investment: Locked,
  { amount, receivedOn, nextPaymentOn, nextPaymentAmount }: SettledPayment,
  outstanding: Cents,
): PaymentRecorded | null {
  if (nextPaymentOn !== null && isBefore(nextPaymentOn, receivedOn))
    return { refused: 'next-before-received' }
  const due = nextPaymentOn === investment.next.on ? null : stillDue(investment, amount)
  const most = subtract(outstanding, due ?? zero)
  const asksMore = nextPaymentAmount !== null && nextPaymentAmount > most
  return asksMore ? { refused: 'next-exceeds-remaining', remaining: most } : null
}

/** The latest payment with this reference; concurrent payments with it are serialised. */
async function sameReference(admin: AdminActor, { method, reference }: RecordPaymentInput) {
  if (reference === null || !hasUniqueReference(method)) return null
  await lockReferences(admin, [reference])
  const [latest] = await paymentsWithReferences(admin, [reference])
  return latest ?? null
}

type DuePayment = Pick<Locked, 'next' | 'remaining'>

/** What stays due on the next date after this payment; null without an agreed amount, or once it is reached. */
function stillDue({ next, remaining }: DuePayment, amount: Cents): Cents | null {
  if (next.on === null || next.amount === null) return null
  const due = subtract(min(next.amount, remaining), amount)
  return isPositive(due) ? due : null
}

/**
 * Agreed amounts stay due until payments reach them; a date without an amount is cleared by any
 * payment. A following date on the same day replaces the due one.
 */
async function setNextPayment(
  admin: AdminActor,
  investmentId: string,
  was: DuePayment,
  { settled: amount, nextPaymentOn, nextPaymentAmount, keepsNextPayment }: SettledPayment,
) {
  const isLastPayment = amount === was.remaining
  if (keepsNextPayment && !isLastPayment) return
  const following = isLastPayment ? null : nextPaymentOn
  const isDue = stillDue(was, amount) !== null
  if (following === null && (isDue || was.next.amount !== null)) return
  if (following !== null && isDue && following !== was.next.on) {
    await sql`select add_agreed_payment(${investmentId}, ${following}, ${nextPaymentAmount})`.execute(
      admin.tx,
    )
    return
  }
  await admin.tx
    .updateTable('investment')
    .set({
      next_payment_on: following,
      next_payment_cents: following === null ? null : nextPaymentAmount,
    })
    .where('id', '=', investmentId)
    .execute()
}
