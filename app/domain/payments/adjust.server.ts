import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import { type Cents, subtract } from '../../values/money.ts'
import {
  findInvestmentInFull,
  type InvestmentInFull,
} from '../investments/investment-in-full.server.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import type { AdjustmentInput } from './correction-schema.ts'
import { lowestBalance } from './ledger.server.ts'

export type AdjustmentRecorded =
  | { entryId: string }
  | {
      refused:
        | 'not-found'
        | 'archived'
        | 'unchanged'
        | 'above-amount'
        | 'own-investor'
        | 'key-reused'
    }
  | { refused: 'version-conflict'; now: InvestmentInFull }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-investment'; investedOn: CalendarDate }
  | { refused: 'before-received'; most: Cents }

/**
 * Corrects the received amount by a ledger entry of the difference, with a reason. Refused for an outdated version and
 * for archived investments; cancelled ones are allowed. Publishes adjustment.recorded.
 */
export function recordAdjustment(
  admin: AdminActor,
  investmentId: string,
  input: AdjustmentInput,
): Promise<AdjustmentRecorded> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'record-adjustment', key, { investmentId, ...facts }, () =>
    record(admin, investmentId, input),
  )
}

async function record(
  admin: AdminActor,
  investmentId: string,
  input: AdjustmentInput,
): Promise<AdjustmentRecorded> {
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .execute()
  const was = await findInvestmentInFull(admin, investmentId)
  if (!was) return { refused: 'not-found' }
  if (was.version !== input.version) return { refused: 'version-conflict', now: was }
  if (await isOwnInvestor(admin, was.investor.id)) return { refused: 'own-investor' }
  if (was.isArchived) return { refused: 'archived' }
  if (input.received === was.received) return { refused: 'unchanged' }
  if (input.received > was.amount) return { refused: 'above-amount' }
  if (isAfter(input.datedOn, clock.today()))
    return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(input.datedOn, was.investedOn))
    return { refused: 'before-investment', investedOn: was.investedOn }
  const most = await lowestBalance(admin, investmentId, input.datedOn)
  if (subtract(was.received, input.received) > most) return { refused: 'before-received', most }
  return {
    entryId: await adjustTo(admin, was, {
      received: input.received,
      on: input.datedOn,
      reason: input.reason,
    }),
  }
}

/**
 * Closes the cents that an exchange rate left of the last payment. The payment's event covers it, and a void of the
 * payment takes it back.
 */
export async function closeLastCents(
  admin: AdminActor,
  { paymentId, investmentId, amount, on }: ClosedCents,
): Promise<void> {
  await admin.tx
    .insertInto('ledger_entry')
    .values({
      investment_id: investmentId,
      kind: 'adjustment',
      amount_cents: amount,
      dated_on: on,
      reason: 'Exchange rate difference of the last payment',
      rounds_id: paymentId,
      recorded_by: admin.userId,
    })
    .execute()
}

type ClosedCents = { paymentId: string; investmentId: string; amount: Cents; on: CalendarDate }

type Correction = { received: Cents; on: CalendarDate; reason: string | null }

/** Inserts the difference to the true amount; the caller has locked and checked. */
export async function adjustTo(
  admin: AdminActor,
  was: InvestmentInFull,
  { received, on, reason }: Correction,
) {
  const { id: entryId } = await admin.tx
    .insertInto('ledger_entry')
    .values({
      investment_id: was.id,
      kind: 'adjustment',
      amount_cents: subtract(received, was.received),
      dated_on: on,
      reason,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, {
    kind: 'adjustment.recorded',
    entryId,
    investmentId: was.id,
    investorId: was.investor.id,
    projectId: was.project.id,
  })
  return entryId
}
