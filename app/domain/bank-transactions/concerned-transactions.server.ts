import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'

/** What changed, so that other suggestions may be due; empty for everything. */
export type MatchingCause = Jobs['match-transactions']

/** The open transactions for which a change may mean another suggestion, the oldest first. */
export async function concernedTransactions(
  { tx }: AdminActor,
  cause: MatchingCause,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('bank_transaction as transaction')
    .select('transaction.id')
    .where('transaction.state', 'in', ['unmatched', 'suggested'])
    .where(isConcerned(cause))
    .orderBy('transaction.occurred_at')
    .orderBy('transaction.id')
    .execute()
  return rows.map(({ id }) => id)
}

function isConcerned(cause: MatchingCause) {
  const { statementFileId, transactionId, investorId, projectId, proofId, rateId } = cause
  if (statementFileId) return sql<SqlBool>`transaction.statement_file_id = ${statementFileId}`
  if (transactionId) return ofTheSamePayer(transactionId)
  if (investorId) return ofInvestor(investorId)
  if (projectId)
    return suggestedFor(sql`select i.id from investment i where i.project_id = ${projectId}`)
  if (proofId)
    return sql<SqlBool>`exists (select from payment_proof p where p.id = ${proofId}
      and p.code in (upper(transaction.mpesa_code), upper(transaction.provider_number)))`
  if (rateId)
    return sql<SqlBool>`exists (select from exchange_rate r where r.id = ${rateId} and r.currency = transaction.currency
      and r.dated_on <= transaction.value_on)`
  return sql<SqlBool>`true`
}

/** The transaction itself, what its payer paid or typed as well, and its reversal. */
const ofTheSamePayer = (transactionId: string) =>
  sql<SqlBool>`exists (select from bank_transaction changed where changed.id = ${transactionId}
    and (changed.id = transaction.id
      or coalesce(changed.payer_number, changed.phone) = coalesce(transaction.payer_number, transaction.phone)
      or lower(changed.payer_name) = lower(transaction.payer_name)
      or lower(changed.typed_reference) = lower(transaction.typed_reference)
      or changed.provider_number = transaction.reversal_of))`

const suggestedFor = (investments: RawBuilder<unknown>) =>
  sql<SqlBool>`exists (select from jsonb_array_elements(transaction.suggestions) found
    where found ->> 'investmentId' = any(array(select id::text from (${investments}) own)))`

/** Those that are suggested for the investor, and those that may be an entry of the investor's ledgers. */
function ofInvestor(investorId: string) {
  const investments = sql`select i.id from investment i where i.investor_id = ${investorId}`
  const entries = sql`from ledger_entry e where e.investment_id in (${investments})`
  return sql<SqlBool>`(${suggestedFor(investments)}
    or exists (select from jsonb_array_elements(transaction.suggestions) found
      where found ->> 'entryId' = any(array(select e.id::text ${entries})))
    or reference_key(coalesce(transaction.mpesa_code, transaction.provider_number)) in
      (select reference_key(e.reference) ${entries} and e.kind = 'payment')
    or (transaction.minor, transaction.currency) in
      (select coalesce(e.paid_minor, e.amount_cents), coalesce(e.paid_currency, 'USD') ${entries} and e.kind = 'refund'))`
}
