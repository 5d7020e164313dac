import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter, isBefore } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import { openMinor, type TransactionExclusion } from './bank-transaction.ts'
import { lockTransaction, standsReturned } from './find-transaction.server.ts'

export type TransactionDecided =
  | { decided: true }
  | {
      refused:
        | 'not-found'
        | 'not-open'
        | 'has-parts'
        | 'nothing-to-reopen'
        | 'is-return'
        | 'key-reused'
    }
  | { refused: 'exceeds-transaction'; open: bigint; currency: Currency }
  | { refused: 'not-positive' | 'money-out' | 'not-sent' }
  | { refused: 'in-the-future'; today: CalendarDate }
  | { refused: 'before-transaction'; valueOn: CalendarDate }

type Excluding = { transactionId: string; exclusion: TransactionExclusion; reason: string | null }

/** Says that a transaction is no payment of an investor. Refused while a part of it is matched or returned. */
export async function excludeTransaction(
  admin: AdminActor,
  { transactionId, exclusion, reason }: Excluding,
): Promise<TransactionDecided> {
  const transaction = await lockTransaction(admin, transactionId)
  if (!transaction) return { refused: 'not-found' }
  if (transaction.allocatedMinor !== 0n || transaction.returnedMinor !== 0n)
    return { refused: 'has-parts' }
  if (transaction.exclusion !== null) return { refused: 'not-open' }
  return decide(admin, transactionId, { kind: 'excluded', exclusion, reason })
}

/**
 * Takes back an exclusion, a return with the exclusion of the line it went out with, or a hold. Refused for such a line: the
 * return is undone instead.
 */
export async function reopenTransaction(
  admin: AdminActor,
  { transactionId, reason }: { transactionId: string; reason: string | null },
): Promise<TransactionDecided> {
  const transaction = await lockTransaction(admin, transactionId)
  if (!transaction) return { refused: 'not-found' }
  const { exclusion, returnedMinor, heldForId } = transaction
  if (exclusion === null && returnedMinor === 0n && heldForId === null)
    return { refused: 'nothing-to-reopen' }
  const sent = await sentFor(admin, transactionId)
  if (sent.isReturn) return { refused: 'is-return' }
  const decided = await decide(admin, transactionId, { kind: 'reopened', reason })
  for (const id of sent.ids) await decide(admin, id, { kind: 'reopened', reason })
  return decided
}

/** The lines with which returns of a transaction went out, and whether it is one itself. */
async function sentFor({ tx }: AdminActor, transactionId: string) {
  const { rows } = await sql<{ id: string; returned_id: string }>`
    select back.sent_by_id as id, back.bank_transaction_id as returned_id from bank_transaction_decision back
    where ${transactionId} in (back.bank_transaction_id, back.sent_by_id) and back.sent_by_id is not null
      and ${standsReturned}`.execute(tx)
  const own = rows.filter((row) => row.returned_id === transactionId)
  return { ids: own.map(({ id }) => id), isReturn: own.length < rows.length }
}

export type ReturnInput = {
  key: string
  transactionId: string
  /** In hundredths of the transaction's currency. */
  minor: bigint
  returnedOn: CalendarDate
  reason: string
  /** The line of a statement with which the money went out, where it is known. */
  sentById: string | null
}

/** Records money sent back to the payer. Refused above what is open, for a day before the transaction or to come. */
export function returnMoney(admin: AdminActor, input: ReturnInput): Promise<TransactionDecided> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'return-money', key, facts, () => sendBack(admin, input))
}

async function sendBack(admin: AdminActor, input: ReturnInput): Promise<TransactionDecided> {
  const { transactionId, minor, returnedOn, reason, sentById } = input
  const transaction = await lockTransaction(admin, transactionId)
  if (!transaction) return { refused: 'not-found' }
  if (transaction.minor < 0n) return { refused: 'money-out' }
  const open = transaction.exclusion === null ? openMinor(transaction) : 0n
  if (open === 0n) return { refused: 'not-open' }
  if (minor <= 0n) return { refused: 'not-positive' }
  if (minor > open) return { refused: 'exceeds-transaction', open, currency: transaction.currency }
  if (isAfter(returnedOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  if (isBefore(returnedOn, transaction.valueOn))
    return { refused: 'before-transaction', valueOn: transaction.valueOn }
  if (sentById !== null) {
    const sent = await lockTransaction(admin, sentById)
    const isOfReturn = sent?.accountId === transaction.accountId && sent.minor === -minor
    if (!sent || !isOfReturn || sent.exclusion !== null || openMinor(sent) === 0n)
      return { refused: 'not-sent' }
    await addDecision(admin, sentById, {
      kind: 'excluded',
      exclusion: 'other',
      reason: 'Money returned to the payer',
    })
  }
  return decide(admin, transactionId, {
    kind: 'returned',
    returned_minor: minor,
    returned_on: returnedOn,
    reason,
    sent_by_id: sentById,
  })
}

type Decision = {
  kind: 'excluded' | 'reopened' | 'returned'
  reason: string | null
  exclusion?: TransactionExclusion
  returned_minor?: bigint
  returned_on?: CalendarDate
  sent_by_id?: string | null
}

async function decide(
  admin: AdminActor,
  transactionId: string,
  decision: Decision,
): Promise<TransactionDecided> {
  await addDecision(admin, transactionId, decision)
  await publish(admin, { kind: 'transaction.changed', transactionId, automatic: false })
  return { decided: true }
}

async function addDecision({ tx, userId }: AdminActor, transactionId: string, decision: Decision) {
  await tx
    .insertInto('bank_transaction_decision')
    .values({ bank_transaction_id: transactionId, decided_by: userId, ...decision })
    .execute()
}
