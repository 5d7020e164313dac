import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { type Cents, cents, isPositive } from '../../values/money.ts'
import {
  moneyFacts,
  paidColumns,
  type RateRefused,
  settleMoney,
} from '../exchange-rates/settle-money.server.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import type { RefundInput } from './correction-schema.ts'
import { lowestBalance } from './ledger.server.ts'

export type RefundRecorded =
  | { entryId: string }
  | { refused: 'not-found' | 'own-investor' | 'key-reused' | 'not-positive' }
  /** `paid` is what was typed in another currency. */
  | { refused: 'exceeds-received'; received: Cents; paid?: PaidInCurrency }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-investment'; investedOn: CalendarDate }
  | { refused: 'before-received'; most: Cents }
  | RateRefused

/**
 * Records money returned, at most what was received by its date; cancelled and archived investments included. Money in
 * another currency is exchanged at the rate of that day. Locks the investment. Publishes refund.recorded.
 */
export function recordRefund(
  admin: AdminActor,
  investmentId: string,
  input: RefundInput,
): Promise<RefundRecorded> {
  const { key, amount, ...facts } = input
  const sent = { investmentId, ...facts, ...moneyFacts(amount) }
  return exactlyOnce(admin, 'record-refund', key, sent, () => record(admin, investmentId, input))
}

async function record(
  admin: AdminActor,
  investmentId: string,
  input: RefundInput,
): Promise<RefundRecorded> {
  const investment = await admin.tx
    .selectFrom('investment')
    .select(['investor_id', 'project_id', 'received_cents', 'invested_on'])
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!investment) return { refused: 'not-found' }
  if (await isOwnInvestor(admin, investment.investor_id)) return { refused: 'own-investor' }
  const { received_cents: received, invested_on: investedOn } = investment
  const money = await settleMoney(admin, input.amount, input.refundedOn)
  if ('refused' in money) return money
  const { amount, paid } = money
  // Less than half a cent at its rate.
  if (!isPositive(amount)) return { refused: 'not-positive' }
  if (amount > received) return { refused: 'exceeds-received', received, ...(paid ? { paid } : {}) }
  if (isAfter(input.refundedOn, clock.today()))
    return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(input.refundedOn, investedOn)) return { refused: 'before-investment', investedOn }
  const most = await lowestBalance(admin, investmentId, input.refundedOn)
  if (amount > most) return { refused: 'before-received', most }
  const { id: entryId } = await admin.tx
    .insertInto('ledger_entry')
    .values({
      investment_id: investmentId,
      kind: 'refund',
      amount_cents: cents(-amount),
      ...paidColumns(paid, -1),
      dated_on: input.refundedOn,
      method: input.method,
      reference: input.reference,
      reason: input.reason,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, {
    kind: 'refund.recorded',
    entryId,
    investmentId,
    investorId: investment.investor_id,
    projectId: investment.project_id,
  })
  return { entryId }
}
