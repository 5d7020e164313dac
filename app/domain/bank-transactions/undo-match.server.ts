import { randomUUID } from 'node:crypto'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { isId } from '../../values/id.ts'
import { type EntryVoided, voidEntry } from '../payments/void-entry.server.ts'
import type { BankTransaction } from './bank-transaction.ts'
import { lockInvestments, lockTransaction } from './find-transaction.server.ts'
import { forgetUndonePayer } from './known-payers.server.ts'

export type UndoInput = { key: string; transactionId: string; reason: string }

export type MatchUndone =
  | { undone: number }
  | { refused: 'not-found' | 'not-matched' | 'key-reused' }
  | (Extract<EntryVoided, { refused: string }> & { investmentId: string })

/**
 * Takes back all parts of a transaction. Entries that were recorded for it are voided with the reason, those that a person
 * had recorded before stay. A payer that only this match taught is forgotten. Refused for what a void is refused for.
 * Publishes transaction.changed.
 */
export function undoMatch(admin: AdminActor, input: UndoInput): Promise<MatchUndone> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'undo-match', key, facts, () => takeBack(admin, input))
}

async function takeBack(
  admin: AdminActor,
  { transactionId, reason }: UndoInput,
): Promise<MatchUndone> {
  if (!isId(transactionId)) return { refused: 'not-found' }
  const before = await partsOf(admin, transactionId)
  await lockInvestments(
    admin,
    before.map(({ investmentId }) => investmentId),
  )
  const transaction = await lockTransaction(admin, transactionId)
  if (!transaction) return { refused: 'not-found' }
  const parts = await partsOf(admin, transactionId)
  if (parts.length === 0) return { refused: 'not-matched' }
  for (const part of parts) {
    const voided = await releasePart(admin, part, reason)
    if (voided && 'refused' in voided) return { ...voided, investmentId: part.investmentId }
  }
  for (const investorId of new Set(parts.map((part) => part.investorId)))
    await forgetUndonePayer(admin, transaction, investorId)
  await releaseHold(admin, transaction, reason)
  await publish(admin, { kind: 'transaction.changed', transactionId, automatic: false })
  return { undone: parts.length }
}

type Part = Awaited<ReturnType<typeof partsOf>>[number]

function partsOf({ tx }: AdminActor, transactionId: string) {
  return tx
    .selectFrom('allocation')
    .innerJoin('ledger_entry as entry', 'entry.id', 'allocation.ledger_entry_id')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .select(['allocation.id', 'allocation.recorded_entry', 'entry.id as entryId'])
    .select(['investment.id as investmentId', 'investment.investor_id as investorId'])
    .where('allocation.bank_transaction_id', '=', transactionId)
    .where('allocation.released_at', 'is', null)
    .orderBy('allocation.id')
    .execute()
}

async function releasePart(
  admin: AdminActor,
  { id, recorded_entry, entryId }: Part,
  reason: string,
): Promise<EntryVoided | null> {
  if (recorded_entry)
    return voidEntry(admin, { key: randomUUID(), entryId, reason, voidedOn: clock.today() })
  await admin.tx
    .updateTable('allocation')
    .set({ released_at: clock.now(), released_by: admin.userId })
    .where('id', '=', id)
    .execute()
  return null
}

/** A rest that was held with the match is held no longer. */
async function releaseHold(admin: AdminActor, { id, heldForId }: BankTransaction, reason: string) {
  if (heldForId === null) return
  await admin.tx
    .insertInto('bank_transaction_decision')
    .values({
      bank_transaction_id: id,
      kind: 'released' as const,
      reason,
      decided_by: admin.userId,
    })
    .execute()
}
