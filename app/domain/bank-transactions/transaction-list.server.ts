import { type SqlBool, sql } from 'kysely'
import { cappedCount, cappedPage } from '../../platform/database/capped-count.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { countLimit } from '../../values/capped-count.ts'
import type { Currency } from '../../values/currency.ts'
import { parseCurrencyAmount } from '../../values/exchange-rate.ts'
import { shownPage } from '../../values/list-query.ts'
import { readPaymentReference } from '../../values/payment-reference.ts'
import { receiptNumberIn } from '../investments/payment-search.server.ts'
import { type TransactionState, transactionStates } from './bank-transaction.ts'
import { describeTransactions } from './describe-transactions.server.ts'
import type { DescribedTransaction } from './described-transaction.ts'
import { selectTransactions, transactionOf } from './find-transaction.server.ts'
import { isReversed, isUnexplained, type OpenMoney, openMoney } from './money-in.server.ts'
import { transactionsInBucket } from './reconcile.server.ts'
import type { TransactionSearch } from './transaction-search.ts'

const pageSize = 25

/** How many transactions have each state, counted up to 10,001, and how many were matched without a person in the last day. */
export type TransactionCounts = Record<TransactionState | 'automatic', number>

/** A page of bank transactions, the latest first; a page beyond the last shows the last. */
export async function listTransactions(
  admin: AdminActor,
  search: TransactionSearch,
): Promise<{
  transactions: DescribedTransaction[]
  counts: TransactionCounts
  openMoney: OpenMoney[]
  total: number
  page: number
  pageSize: number
}> {
  const { rows, total, page } = await idsOfPage(admin, search, await idsInBucket(admin, search))
  return {
    transactions: await describeInOrder(admin, rows),
    counts: await countStates(admin, search.accountId),
    openMoney: await openMoney(admin),
    total,
    page,
    pageSize,
  }
}

/** The transactions behind a figure of a reconciliation; null where the list is not narrowed to one. */
async function idsInBucket(admin: AdminActor, { accountId, from, to, bucket }: TransactionSearch) {
  if (!accountId || !from || !to || !bucket) return null
  return transactionsInBucket(admin, { accountId, from, to, asOf: bucket.asOf }, bucket.name)
}

type IdsOfPage = { rows: string[]; total: number; page: number }

/** With more matches in the words of a search alone than are counted, the rest is not looked for. */
async function idsOfPage(
  admin: AdminActor,
  search: TransactionSearch,
  ids: string[] | null,
): Promise<IdsOfPage> {
  const narrow = (mode: SearchMode) => narrowed(admin, search, ids, mode)
  const query = narrow('by-words').select('transaction.id')
  const counted = await admin.tx
    .selectNoFrom(cappedCount(query).as('total'))
    .executeTakeFirstOrThrow()
  if (search.q.trim() !== '' && counted.total <= countLimit)
    return idsOfFew(admin, search.page, () => narrow('by-index'))
  return cappedPage(
    { page: search.page, pageSize, total: counted.total },
    (page) => idsInOrder(narrow('in-order'), page),
    () => countAll(narrow('by-index')),
  )
}

type Narrowed = ReturnType<typeof narrowed>

/** All that are found, in one reading: they are counted, sorted, and a page of them is taken. */
async function idsOfFew(
  admin: AdminActor,
  wanted: number,
  narrow: () => Narrowed,
): Promise<IdsOfPage> {
  const read = (page: number) =>
    foundFirst(admin, narrow().select(['transaction.id', 'transaction.occurred_at']))
      .selectFrom('found')
      .select(['id', sql<number>`count(*) over ()::int`.as('total')])
      .orderBy('occurred_at', 'desc')
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
  let page = wanted
  let found = await read(page)
  if (found.length === 0 && page > 1) {
    page = shownPage(page, await countAll(narrow()), pageSize)
    found = await read(page)
  }
  return { rows: found.map(({ id }) => id), total: found[0]?.total ?? 0, page }
}

async function idsInOrder(transactions: Narrowed, page: number): Promise<string[]> {
  const rows = await transactions
    .select('transaction.id')
    .orderBy('transaction.occurred_at', 'desc')
    .orderBy('transaction.id', 'desc')
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .execute()
  return rows.map(({ id }) => id)
}

async function countAll(transactions: Narrowed): Promise<number> {
  const { total } = await transactions
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function describeInOrder(admin: AdminActor, ids: string[]) {
  if (ids.length === 0) return []
  const rows = await selectTransactions(admin)
    .where('transaction.id', 'in', ids)
    .orderBy('transaction.occurred_at', 'desc')
    .orderBy('transaction.id', 'desc')
    .execute()
  return describeTransactions(admin, rows.map(transactionOf))
}

function narrowed(
  { tx }: AdminActor,
  search: TransactionSearch,
  ids: string[] | null,
  mode: SearchMode,
) {
  const { q, state, accountId, statementFileId, transactionId, automatic, hidesCharges, from, to } =
    search
  const { moneyOut } = search
  return tx
    .selectFrom('bank_transaction as transaction')
    .$if(state !== null, (rows) => rows.where('transaction.state', '=', state))
    .$if(hidesCharges, (rows) =>
      rows.where(sql<SqlBool>`transaction.exclusion is distinct from 'charge'`),
    )
    .$if(automatic, (rows) => rows.where(isAutomatic))
    .$if(moneyOut !== null, (rows) =>
      rows.where(moneyOut === 'reversed' ? isReversed : isUnexplained),
    )
    .$if(accountId !== null, (rows) => rows.where('transaction.payment_account_id', '=', accountId))
    .$if(transactionId !== null, (rows) => rows.where('transaction.id', '=', transactionId))
    .$if(statementFileId !== null, (rows) =>
      rows.where(sql<SqlBool>`(transaction.statement_file_id = ${statementFileId} or transaction.id in (
        select s.bank_transaction_id from bank_transaction_sighting s where s.statement_file_id = ${statementFileId}))`),
    )
    .$if(ids !== null, (rows) => rows.where(sql<SqlBool>`transaction.id = any(${ids}::uuid[])`))
    .$if(from !== null, (rows) => rows.where(startsOn(from)))
    .$if(to !== null, (rows) => rows.where(endsOn(to)))
    .$if(q.trim() !== '', (rows) => rows.where(matchingSearch(search, mode)))
}

const startsOn = (day: CalendarDate | null) =>
  sql<SqlBool>`transaction.occurred_at >= ${day}::timestamp at time zone 'Africa/Nairobi'`

const endsOn = (day: CalendarDate | null) =>
  sql<SqlBool>`transaction.occurred_at < (${day}::date + 1)::timestamp at time zone 'Africa/Nairobi'`

/** Matched without a person in the last day, and not undone since. */
const isAutomatic = sql<SqlBool>`transaction.id in (select a.bank_transaction_id from allocation a
  where a.automatic is not null and a.released_at is null and a.allocated_at > now() - interval '1 day')`

type SearchMode = 'by-words' | 'by-index' | 'in-order'

/**
 * Words of the statement, an exact amount, or what finds the payment: its receipt, reference, investor. `by-index` finds
 * each by its own index; `in-order` compares row by row, for many matches. `by-words` finds a part of them.
 */
function matchingSearch({ q, state }: Pick<TransactionSearch, 'q' | 'state'>, mode: SearchMode) {
  const amount = parseCurrencyAmount(q, currencyOf(q))
  // The commas of an amount would make words of its digits, which begin many others.
  const words = matching(amount === null ? q : q.replaceAll(',', ''), ['transaction.words'])
  if (mode === 'by-words') return words
  const parts = [words, mode === 'in-order' ? hasPartFound(q) : isPartFound(q, state)]
  if (amount !== null) parts.push(sql<SqlBool>`abs(transaction.minor) = ${amount}`)
  return sql<SqlBool>`(${sql.join(parts, sql` or `)})`
}

const peopleFound = (q: string) => matching(q, ['investor.full_name', 'investor.email'])

/**
 * The subqueries give arrays, so that the indexes of all parts of the search are used together. Only a few transactions
 * that wait have a part, and excluded ones have none.
 */
function isPartFound(q: string, state: TransactionState | null) {
  if (state === 'excluded') return sql<SqlBool>`false`
  if (state === 'unmatched' || state === 'suggested')
    return sql<SqlBool>`transaction.id = any(array(select transaction.id from bank_transaction transaction
      where transaction.state in ('unmatched', 'suggested') and transaction.allocated_minor <> 0 and ${hasPartFound(q)}))`
  const investments = sql`select i.id from investment i
      where i.investor_id = any(array(select investor.id from investor where ${peopleFound(q)}))
    union all select p.investment_id from payment_reference p where p.code = ${readPaymentReference(q)}`
  return sql<SqlBool>`transaction.id = any(array(
    select a.bank_transaction_id from allocation a join ledger_entry entry on entry.id = a.ledger_entry_id
      where a.released_at is null and entry.investment_id = any(array(${investments}))
    union all select a.bank_transaction_id from allocation a join receipt r on r.entry_id = a.ledger_entry_id
      where a.released_at is null and r.number = ${receiptNumberIn(q)}))`
}

function hasPartFound(q: string) {
  return sql<SqlBool>`(select true from allocation a join ledger_entry entry on entry.id = a.ledger_entry_id
      join investment i on i.id = entry.investment_id join investor on investor.id = i.investor_id
    where a.bank_transaction_id = transaction.id and a.released_at is null and (${peopleFound(q)}
      or exists (select from payment_reference p where p.investment_id = i.id and p.code = ${readPaymentReference(q)})
      or exists (select from receipt r where r.entry_id = entry.id and r.number = ${receiptNumberIn(q)}))
    limit 1)`
}

const currencyOf = (q: string): Currency =>
  (/^\s*(KES|SOS|SLSH|EUR|GBP)/i.exec(q)?.[1]?.toUpperCase() as Currency | undefined) ?? 'USD'

async function countStates(
  { tx }: AdminActor,
  accountId: string | null,
): Promise<TransactionCounts> {
  const ofAccount = accountId ? sql`and payment_account_id = ${accountId}` : sql``
  const counted = (condition: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from (select from bank_transaction transaction where ${condition} ${ofAccount}
      limit ${countLimit + 1}) counted)`
  const columns = [
    ...transactionStates.map((state) => sql`transaction.state = ${state}`),
    isAutomatic,
  ]
  const { rows } = await sql<{
    counts: number[]
  }>`select array[${sql.join(columns.map(counted))}] as counts`.execute(tx)
  const [unmatched = 0, suggested = 0, matched = 0, excluded = 0, automatic = 0] =
    rows[0]?.counts ?? []
  return { unmatched, suggested, matched, excluded, automatic }
}
