import { setImmediate } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { Actor, AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { zero } from '../../values/money.ts'
import { dollarsOf } from '../bank-matching/automatic-match.ts'
import type { AutomaticMatch, HeldReason, MatchableTransaction } from '../bank-matching/matching.ts'
import { noteMatch, type PayerContext } from '../bank-matching/matching-context.ts'
import { suggest } from '../bank-matching/suggest.ts'
import { type BankTransaction, openMinor, type StoredSuggestion } from './bank-transaction.ts'
import { selectTransactions, transactionOf } from './find-transaction.server.ts'
import { matchingContext, readPayers } from './matching-facts.server.ts'

/** A transaction that needs no person. */
export type ReadyMatch = AutomaticMatch & { transactionId: string }

type MatchResult = {
  id: string
  suggestions: StoredSuggestion[]
  waitsBecause: HeldReason | null
}

/** Some of the open transactions, with who may have paid. */
export type MatchedBatch = { ids: readonly string[]; payers: PayerContext }

/**
 * Writes the likeliest investments next to open transactions, all of them without a batch, and returns those that need no
 * person. One that was undone, held or reopened by a person is only ever suggested. Publishes transactions.suggested.
 */
export async function suggestMatches(
  admin: AdminActor,
  batch?: MatchedBatch,
): Promise<ReadyMatch[]> {
  const { ready, isChanged } = await writeSuggestions(admin, batch)
  if (isChanged) await publish(admin, { kind: 'transactions.suggested' })
  return ready
}

/** `suggestMatches` without an event. */
export async function writeSuggestions(
  admin: AdminActor,
  batch?: MatchedBatch,
): Promise<{ ready: ReadyMatch[]; isChanged: boolean }> {
  const open = await openTransactions(admin, batch?.ids)
  if (open.length === 0) return { ready: [], isChanged: false }
  const ids = open.map(({ transaction }) => transaction.id)
  const payers = batch?.payers ?? (await readPayers(admin))
  const context = await matchingContext(
    admin,
    open.map(({ line }) => line),
    payers,
  )
  const recorded = new Map([
    ...(await matchedReversals(admin, ids)),
    ...(await entriesByHand(admin, ids)),
  ])
  const ready: ReadyMatch[] = []
  const results: MatchResult[] = []
  for (const {
    transaction: { id },
    line,
    isTouched,
  } of open) {
    const likeliest = recorded.get(id)
    const { automatic, suggestions, held } = suggest(line, context)
    if (automatic && !isTouched && !likeliest) {
      const part = { ...line, remainingMinor: automatic.amountMinor }
      noteMatch(context, automatic.investmentId, dollarsOf(part, context) ?? zero)
      ready.push({ ...automatic, transactionId: id })
    }
    const likely = suggestions.map((found) => ({ kind: 'investment' as const, ...found }))
    results.push({
      id,
      suggestions: [...(likeliest ? [likeliest] : []), ...likely],
      waitsBecause: held,
    })
    if (results.length % betweenPauses === 0) await setImmediate()
  }
  return { ready, isChanged: await write(admin, results) }
}

/** Requests are answered between so many transactions. */
const betweenPauses = 10

const matchable = (transaction: BankTransaction): MatchableTransaction => ({
  ...transaction,
  occurredAt: transaction.occurredAt.toISOString(),
  remainingMinor: openMinor(transaction),
})

/** Whether any transaction waits to be matched. */
export async function hasOpenTransactions({ tx }: Pick<Actor, 'tx'>): Promise<boolean> {
  const open = await tx
    .selectFrom('bank_transaction')
    .select('id')
    .where('state', 'in', ['unmatched', 'suggested'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/** The open transactions among these, the oldest first. */
async function openTransactions(admin: AdminActor, ids?: readonly string[]) {
  const rows = await selectTransactions(admin)
    .select(
      sql<boolean>`exists (select from allocation a where a.bank_transaction_id = transaction.id)
        or exists (select from bank_transaction_decision d where d.bank_transaction_id = transaction.id)`.as(
        'is_touched',
      ),
    )
    .where('transaction.state', 'in', ['unmatched', 'suggested'])
    .$if(ids !== undefined, (open) =>
      open.where(sql<SqlBool>`transaction.id = any(${ids}::uuid[])`),
    )
    .orderBy('transaction.occurred_at')
    .orderBy('transaction.id')
    .execute()
  return rows.map((row) => {
    const transaction = transactionOf(row)
    return { transaction, line: matchable(transaction), isTouched: row.is_touched }
  })
}

/** Payments and refunds that a person recorded before the statement came. */
async function entriesByHand(
  admin: AdminActor,
  ids: readonly string[],
): Promise<Map<string, StoredSuggestion>> {
  const payments = await unmatchedEntries(admin, ids)
    .where('entry.kind', '=', 'payment')
    .where('entry.method', 'in', ['mobile-money', 'bank-transfer'])
    .where('entry.reference', 'is not', null)
    .where('transaction.minor', '>', 0n)
    .where(sql<SqlBool>`reference_key(entry.reference)
      = reference_key(coalesce(transaction.mpesa_code, transaction.provider_number))`)
    .execute()
  const refunds = await unmatchedEntries(admin, ids)
    .where('entry.kind', '=', 'refund')
    .where('transaction.minor', '<', 0n)
    .where(
      sql<SqlBool>`entry.dated_on between transaction.value_on - 7 and transaction.value_on + 7`,
    )
    .execute()
  const suggestion = (reason: string) => (row: { id: string; entryId: string }) =>
    [row.id, { kind: 'entry' as const, entryId: row.entryId, reason }] as const
  return new Map([
    ...payments.map(suggestion('recorded by hand with this number and amount')),
    ...refunds.map(suggestion('a refund of this amount within a week')),
  ])
}

/** Open transactions with entries of exactly what is open that have no transaction. */
function unmatchedEntries({ tx }: AdminActor, ids: readonly string[]) {
  return tx
    .selectFrom('bank_transaction as transaction')
    .innerJoin('ledger_entry as entry', (join) => join.onTrue())
    .select(['transaction.id', 'entry.id as entryId'])
    .distinctOn('transaction.id')
    .where(sql<SqlBool>`transaction.id = any(${ids}::uuid[])`)
    .where(sql<SqlBool>`(coalesce(entry.paid_minor, entry.amount_cents), coalesce(entry.paid_currency, 'USD'))
      = (transaction.minor - transaction.allocated_minor - transaction.returned_minor, transaction.currency)`)
    .where(sql<SqlBool>`(entry.payment_account_id is null
      or entry.payment_account_id = transaction.payment_account_id)`)
    .where(sql<SqlBool>`not exists (select from ledger_entry void where void.voids_id = entry.id)`)
    .where(
      sql<SqlBool>`not exists (select from allocation a where a.ledger_entry_id = entry.id and a.released_at is null)`,
    )
    .orderBy('transaction.id')
    .orderBy('entry.id')
}

/** Reversals of payments that are matched: these are to be voided. */
async function matchedReversals(
  { tx }: AdminActor,
  ids: readonly string[],
): Promise<Map<string, StoredSuggestion>> {
  const rows = await tx
    .selectFrom('bank_transaction as reversal')
    .innerJoin('bank_transaction as payment', (join) =>
      join
        .onRef('payment.payment_account_id', '=', 'reversal.payment_account_id')
        .onRef('payment.provider_number', '=', 'reversal.reversal_of'),
    )
    .select(['reversal.id', 'payment.id as transactionId'])
    .where(sql<SqlBool>`reversal.id = any(${ids}::uuid[])`)
    .where('payment.leg', 'like', 'payment%')
    .where('payment.allocated_minor', '>', 0n)
    .execute()
  const reason = 'the provider reversed a matched payment'
  return new Map(
    rows.map(({ id, transactionId }) => [id, { kind: 'reversal' as const, transactionId, reason }]),
  )
}

/** Whether a suggestion is another than before. */
async function write({ tx }: AdminActor, results: readonly MatchResult[]): Promise<boolean> {
  const [ids, suggestions, reasons] = [
    results.map(({ id }) => id),
    results.map(({ suggestions: found }) => JSON.stringify(found)),
    results.map(({ waitsBecause }) => waitsBecause),
  ]
  const { numAffectedRows } =
    await sql`update bank_transaction t set suggestions = f.suggestions::jsonb, waits_because = f.reason
    from unnest(${ids}::uuid[], ${suggestions}::text[], ${reasons}::text[]) f (id, suggestions, reason)
    where t.id = f.id and (t.suggestions, t.waits_because) is distinct from (f.suggestions::jsonb, f.reason)`.execute(
      tx,
    )
  return (numAffectedRows ?? 0n) > 0n
}
