import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { isId } from '../../values/id.ts'
import type { HeldReason } from '../bank-matching/matching.ts'
import type { BankTransaction, StoredSuggestion, TransactionState } from './bank-transaction.ts'

/** Bank transactions with all their columns, to be narrowed. */
export function selectTransactions({ tx }: AdminActor) {
  return tx
    .selectFrom('bank_transaction as transaction')
    .select(['transaction.id', 'transaction.payment_account_id', 'transaction.provider_number'])
    .select(['transaction.leg', 'transaction.mpesa_code', 'transaction.reversal_of'])
    .select(['transaction.occurred_at', 'transaction.value_on', 'transaction.minor'])
    .select(['transaction.currency', 'transaction.payer_name', 'transaction.payer_number'])
    .select(['transaction.typed_reference', 'transaction.phone', 'transaction.narrative'])
    .select(['transaction.exclusion', 'transaction.allocated_minor', 'transaction.returned_minor'])
    .select(['transaction.held_for_id', 'transaction.state', 'transaction.suggestions'])
    .select('transaction.waits_because')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectTransactions>['executeTakeFirstOrThrow']>>

/** A transaction from its columns. */
export function transactionOf(row: Row): BankTransaction {
  return {
    id: row.id,
    accountId: row.payment_account_id,
    providerNumber: row.provider_number,
    leg: row.leg,
    mpesaCode: row.mpesa_code,
    reversalOf: row.reversal_of,
    occurredAt: row.occurred_at,
    valueOn: row.value_on,
    minor: row.minor,
    currency: row.currency,
    payerName: row.payer_name,
    payerNumber: row.payer_number,
    typedReference: row.typed_reference,
    phone: row.phone,
    narrative: row.narrative,
    exclusion: row.exclusion,
    allocatedMinor: row.allocated_minor,
    returnedMinor: row.returned_minor,
    heldForId: row.held_for_id,
    state: row.state as TransactionState,
    suggestions: row.suggestions as StoredSuggestion[],
    waitsBecause: row.waits_because as HeldReason | null,
  }
}

/** One transaction; null for an unknown id. */
export async function findTransaction(
  admin: AdminActor,
  id: string,
): Promise<BankTransaction | null> {
  if (!isId(id)) return null
  const row = await selectTransactions(admin).where('transaction.id', '=', id).executeTakeFirst()
  return row ? transactionOf(row) : null
}

/** The same, locked until commit: its parts and decisions are serialised by this lock. */
export async function lockTransaction(
  admin: AdminActor,
  id: string,
): Promise<BankTransaction | null> {
  if (!isId(id)) return null
  const row = await selectTransactions(admin)
    .where('transaction.id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? transactionOf(row) : null
}

/** Locks investments in the order of their ids, before their transaction, as every change of a ledger does. */
export async function lockInvestments({ tx }: AdminActor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .selectFrom('investment')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Of decisions as `back`: a return that was not undone. */
export const standsReturned = sql<SqlBool>`(back.kind = 'returned' and not exists (
  select from bank_transaction_decision later where later.bank_transaction_id = back.bank_transaction_id
    and later.kind = 'reopened' and (later.decided_at, later.id) > (back.decided_at, back.id)))`

/** Of `transaction`: whether the money went out with it for a return that was not undone. */
export const isReturn = sql<boolean>`exists (
  select from bank_transaction_decision back where back.sent_by_id = transaction.id and ${standsReturned})`
