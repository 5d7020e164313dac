import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import { add, type Cents, cents, subtract, zero } from '../../values/money.ts'
import { isOwnInvestor } from '../investors/own-investor.server.ts'
import { lowestBalance } from './ledger.server.ts'

export type VoidEntryInput = {
  key: string
  entryId: string
  reason: string
  voidedOn: CalendarDate
}

export type EntryVoided =
  | { voidId: string }
  | {
      refused:
        | 'not-found'
        | 'already-voided'
        | 'below-zero'
        | 'above-amount'
        | 'own-investor'
        | 'key-reused'
    }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-entry'; datedOn: CalendarDate }

/**
 * Adds the one void of an entry, with a reason; voiding a payment also voids the adjustment that closed it. Refused when
 * the balance would be negative or exceed the amount on any day. Publishes entry.voided.
 */
export function voidEntry(admin: AdminActor, input: VoidEntryInput): Promise<EntryVoided> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'void-entry', key, facts, () => takeBack(admin, input))
}

async function takeBack(admin: AdminActor, input: VoidEntryInput): Promise<EntryVoided> {
  const entry = await lockEntry(admin, input.entryId)
  if (!entry) return { refused: 'not-found' }
  const closing = await closingOf(admin, input.entryId)
  const refusal = await refusalOf(admin, { ...entry, closed: closing?.amount_cents ?? zero }, input)
  if (refusal) return refusal
  const { id: voidId } = await admin.tx
    .insertInto('ledger_entry')
    .values({
      investment_id: entry.investment_id,
      kind: 'void',
      amount_cents: cents(-entry.amount_cents),
      dated_on: input.voidedOn,
      voids_id: input.entryId,
      reason: input.reason,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (closing)
    await admin.tx
      .insertInto('ledger_entry')
      .values({
        investment_id: entry.investment_id,
        kind: 'void',
        amount_cents: cents(-closing.amount_cents),
        dated_on: input.voidedOn,
        voids_id: closing.id,
        reason: input.reason,
        recorded_by: admin.userId,
      })
      .execute()
  await publish(admin, {
    kind: 'entry.voided',
    voidId,
    investmentId: entry.investment_id,
    investorId: entry.investor_id,
    projectId: entry.project_id,
  })
  return { voidId }
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockEntry>>>

/** Locks the investment, as every change of the ledger does. */
function lockEntry(admin: AdminActor, entryId: string) {
  return admin.tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .select(['entry.investment_id', 'entry.amount_cents', 'entry.dated_on'])
    .select(['investment.received_cents', 'investment.amount_cents as agreed_cents'])
    .select(['investment.investor_id', 'investment.project_id'])
    .where('entry.id', '=', entryId)
    .where('entry.kind', '<>', 'void')
    .forNoKeyUpdate('investment')
    .executeTakeFirst()
}

/** The adjustment that closed the last cents of this payment, unless it was voided before. */
function closingOf({ tx }: AdminActor, paymentId: string) {
  return tx
    .selectFrom('ledger_entry as closing')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'closing.id')
    .select(['closing.id', 'closing.amount_cents'])
    .where('closing.rounds_id', '=', paymentId)
    .where('void.id', 'is', null)
    .executeTakeFirst()
}

async function refusalOf(
  admin: AdminActor,
  entry: Locked & { closed: Cents },
  { entryId, voidedOn }: VoidEntryInput,
): Promise<EntryVoided | null> {
  if (await isOwnInvestor(admin, entry.investor_id)) return { refused: 'own-investor' }
  const earlier = await admin.tx
    .selectFrom('ledger_entry')
    .select('id')
    .where('voids_id', '=', entryId)
    .executeTakeFirst()
  if (earlier) return { refused: 'already-voided' }
  const received = subtract(entry.received_cents, add(entry.amount_cents, entry.closed))
  const lowest = await lowestBalance(admin, entry.investment_id, entry.dated_on, entryId)
  const least = subtract(lowest, entry.closed)
  if (received < zero || least < zero) return { refused: 'below-zero' }
  if (received > entry.agreed_cents) return { refused: 'above-amount' }
  if (isAfter(voidedOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(voidedOn, entry.dated_on))
    return { refused: 'before-entry', datedOn: entry.dated_on }
  return null
}
