import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { toDollars } from '../../values/exchange-rate.ts'
import { type Cents, subtract } from '../../values/money.ts'
import { openProposalsOfTransactions } from '../approvals/open-proposals.server.ts'
import { type PaidColumns, paidOf } from '../exchange-rates/paid-columns.ts'
import type { BankTransaction, StoredSuggestion, TransactionExclusion } from './bank-transaction.ts'
import { claimsOn } from './claims.server.ts'
import {
  type DescribedTransaction,
  isTakingPayments,
  type NamedEntry,
  type NamedInvestment,
  type Proposal,
} from './described-transaction.ts'
import { isReturn } from './find-transaction.server.ts'
import { companyRates } from './matching-facts.server.ts'

/** Adds what the suggestions, parts and decisions of transactions name. Suggestions of what is gone are left out. */
export async function describeTransactions(
  admin: AdminActor,
  transactions: readonly BankTransaction[],
): Promise<DescribedTransaction[]> {
  if (transactions.length === 0) return []
  const ids = transactions.map(({ id }) => id)
  const suggested = transactions.flatMap(({ suggestions }) => suggestions)
  const investments = await namedInvestments(admin, suggested)
  const entries = await suggestedEntries(admin, suggested)
  const reversed = suggested.flatMap((found) =>
    found.kind === 'reversal' ? [found.transactionId] : [],
  )
  const parts = await partsOf(admin, [...ids, ...reversed])
  const decisions = await lastDecisions(admin, ids)
  const names = await namesOf(admin, ids)
  const claims = await claimsOn(admin, ids)
  const voided = await voidedReceipts(admin, ids)
  const recorded = await recordedWithNumbers(admin, ids)
  const waiting = await openProposalsOfTransactions(admin, ids)
  const rateOn = await companyRates(admin)
  const dollars = ({ minor, currency, valueOn }: BankTransaction) => {
    const rate = currency === 'USD' || minor < 0n ? null : rateOn(currency, valueOn)
    return rate && toDollars(minor, rate)
  }
  return transactions.map(({ suggestions, ...transaction }) => ({
    ...transaction,
    dollars: dollars({ suggestions, ...transaction }),
    account: names.get(transaction.id)?.account ?? '',
    heldFor: names.get(transaction.id)?.held_for ?? null,
    isReturn: names.get(transaction.id)?.is_return ?? false,
    proposals: openFirst(
      suggestions.flatMap((found) => proposalOf(found, { investments, entries, parts }) ?? []),
    ),
    claims: claims.agreeing.get(transaction.id) ?? [],
    differingClaims: claims.differing.get(transaction.id) ?? [],
    voided: voided.get(transaction.id) ?? [],
    recorded: recorded.get(transaction.id) ?? null,
    waiting: waiting.get(transaction.id) ?? [],
    parts: parts.get(transaction.id) ?? [],
    decision: decisions.get(transaction.id) ?? null,
  }))
}

const openFirst = (proposals: Proposal[]): Proposal[] =>
  proposals.toSorted(
    (left, right) => Number(isTakingPayments(right)) - Number(isTakingPayments(left)),
  )

type Named = {
  investments: ReadonlyMap<string, NamedInvestment>
  entries: ReadonlyMap<string, NamedEntry>
  parts: ReadonlyMap<string, NamedEntry[]>
}

function proposalOf(
  suggestion: StoredSuggestion,
  { investments, entries, parts }: Named,
): Proposal | null {
  if (suggestion.kind === 'reversal')
    return { ...suggestion, payments: parts.get(suggestion.transactionId) ?? [] }
  if (suggestion.kind === 'entry') {
    const entry = entries.get(suggestion.entryId)
    return entry ? { ...entry, kind: 'entry', reason: suggestion.reason } : null
  }
  const investment = investments.get(suggestion.investmentId)
  return investment ? { ...suggestion, ...investment } : null
}

async function namedInvestments(admin: AdminActor, suggestions: readonly StoredSuggestion[]) {
  const ids = suggestions.flatMap((found) =>
    found.kind === 'investment' ? [found.investmentId] : [],
  )
  const found = await nameInvestments(admin, ids)
  return new Map(found.map((investment) => [investment.investmentId, investment]))
}

/** Investments as people recognise them, in any order. */
async function nameInvestments(
  { tx }: AdminActor,
  ids: readonly string[],
): Promise<NamedInvestment[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('investment')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .innerJoin('payment_reference', 'payment_reference.investment_id', 'investment.id')
    .select(['investment.id', 'investment.investor_id', 'investor.full_name', 'project.name'])
    .select(['payment_reference.code', 'investment.amount_cents', 'investment.received_cents'])
    .select('investment.status')
    .select(
      sql<boolean>`coalesce(investment.archived_at, investor.archived_at, project.archived_at) is not null`.as(
        'is_archived',
      ),
    )
    .where('investment.id', 'in', [...new Set(ids)])
    .execute()
  return rows.map((row) => ({
    investmentId: row.id,
    investorId: row.investor_id,
    investor: row.full_name,
    project: row.name,
    reference: row.code,
    status: row.status,
    remaining: subtract(row.amount_cents, row.received_cents),
    isArchived: row.is_archived,
  }))
}

function namedEntries({ tx }: AdminActor) {
  return tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('receipt', 'receipt.entry_id', 'entry.id')
    .select(['entry.id', 'entry.investment_id', 'entry.amount_cents', 'entry.dated_on'])
    .select(['entry.paid_minor', 'entry.paid_currency', 'entry.rate', 'entry.rate_source'])
    .select(['entry.rate_on', 'investor.full_name', 'project.name', 'receipt.number'])
}

type EntryRow = PaidColumns & {
  id: string
  investment_id: string
  amount_cents: Cents
  dated_on: CalendarDate
  full_name: string
  name: string
  number: string | null
}

const namedEntry = (row: EntryRow): NamedEntry => ({
  entryId: row.id,
  investmentId: row.investment_id,
  investor: row.full_name,
  project: row.name,
  amount: row.amount_cents,
  on: row.dated_on,
  receipt: row.number,
  paid: paidOf(row),
})

async function suggestedEntries(admin: AdminActor, suggestions: readonly StoredSuggestion[]) {
  const ids = suggestions.flatMap((found) => (found.kind === 'entry' ? [found.entryId] : []))
  if (ids.length === 0) return new Map<string, NamedEntry>()
  const rows = await namedEntries(admin).where('entry.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, namedEntry(row)]))
}

async function partsOf(admin: AdminActor, ids: readonly string[]) {
  const rows = await namedEntries(admin)
    .innerJoin('allocation', 'allocation.ledger_entry_id', 'entry.id')
    .leftJoin('auth.sign_in_account as person', 'person.id', 'allocation.allocated_by')
    .select(['allocation.bank_transaction_id', 'allocation.minor', 'allocation.automatic'])
    .select(['allocation.allocated_at', 'person.name as by'])
    .where('allocation.bank_transaction_id', 'in', ids)
    .where('allocation.released_at', 'is', null)
    .orderBy('allocation.id')
    .execute()
  const parts = rows.map((row) => ({
    transactionId: row.bank_transaction_id,
    part: {
      ...namedEntry(row),
      minor: row.minor,
      automatic: row.automatic,
      by: row.by,
      at: row.allocated_at,
    },
  }))
  const grouped = Map.groupBy(parts, ({ transactionId }) => transactionId)
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ part }) => part)]))
}

/** The latest payments with the numbers of open transactions that are no part of these. */
async function recordedWithNumbers(admin: AdminActor, ids: readonly string[]) {
  const rows = await namedEntries(admin)
    .innerJoin('bank_transaction as transaction', (join) =>
      join.on(sql<SqlBool>`reference_key(entry.reference)
        = reference_key(coalesce(transaction.mpesa_code, transaction.provider_number))`),
    )
    .select('transaction.id as transactionId')
    .distinctOn('transaction.id')
    .where('transaction.id', 'in', ids)
    .where('transaction.state', 'in', ['unmatched', 'suggested'])
    .where('transaction.minor', '>', 0n)
    .where('entry.kind', '=', 'payment')
    .where('entry.method', 'in', ['mobile-money', 'bank-transfer'])
    .where('entry.reference', 'is not', null)
    .where(sql<SqlBool>`not exists (select from ledger_entry void where void.voids_id = entry.id)`)
    .where(sql<SqlBool>`not exists (select from allocation a where a.ledger_entry_id = entry.id
      and a.bank_transaction_id = transaction.id)`)
    .orderBy('transaction.id')
    .orderBy('entry.recorded_at', 'desc')
    .orderBy('entry.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.transactionId, namedEntry(row)]))
}

async function lastDecisions({ tx }: AdminActor, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('bank_transaction_decision as decision')
    .leftJoin('auth.sign_in_account as person', 'person.id', 'decision.decided_by')
    .distinctOn('decision.bank_transaction_id')
    .select(['decision.bank_transaction_id', 'decision.kind', 'decision.exclusion'])
    .select(['decision.reason', 'person.name as by', 'decision.decided_at as at'])
    .where('decision.bank_transaction_id', 'in', ids)
    .$narrowType<{ exclusion: TransactionExclusion | null }>()
    .orderBy('decision.bank_transaction_id')
    .orderBy('decision.decided_at', 'desc')
    .orderBy('decision.id', 'desc')
    .execute()
  return new Map(rows.map(({ bank_transaction_id: id, ...decision }) => [id, decision]))
}

async function namesOf({ tx }: AdminActor, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('bank_transaction as transaction')
    .innerJoin('payment_account as account', 'account.id', 'transaction.payment_account_id')
    .leftJoin('investor', 'investor.id', 'transaction.held_for_id')
    .select(['transaction.id', 'account.name as account', 'investor.full_name as held_for'])
    .select(isReturn.as('is_return'))
    .where('transaction.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function voidedReceipts({ tx }: AdminActor, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('allocation')
    .innerJoin('receipt', 'receipt.entry_id', 'allocation.ledger_entry_id')
    .select(['allocation.bank_transaction_id as id', 'receipt.number as name'])
    .where('allocation.bank_transaction_id', 'in', ids)
    .where('allocation.released_at', 'is not', null)
    .orderBy('allocation.released_at')
    .execute()
  return namesById(rows)
}

function namesById(rows: { id: string; name: string }[]): Map<string, string[]> {
  const grouped = Map.groupBy(rows, ({ id }) => id)
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ name }) => name)]))
}
