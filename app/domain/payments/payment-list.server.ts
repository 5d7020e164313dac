import { type SqlBool, sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import type { Currency } from '../../values/currency.ts'
import type { PaidInCurrency } from '../../values/exchange-rate.ts'
import { shownPage } from '../../values/list-query.ts'
import { type Cents, cents, parseAmount, zero } from '../../values/money.ts'
import { readPaymentReference } from '../../values/payment-reference.ts'
import { paidOf } from '../exchange-rates/paid-columns.ts'
import type { PaymentMethod } from '../investments/payment-methods.ts'
import { matchingEntries, receiptNumberIn } from '../investments/payment-search.server.ts'
import { type EntryKind, entryKinds, type PaymentListSearch } from './payment-list-search.ts'

/** An entry of any ledger. A void has the receipt, method, reference, account and paid amount of what was voided. */
export type ListedEntry = {
  id: string
  investmentId: string
  kind: EntryKind
  amount: Cents
  on: CalendarDate
  method: PaymentMethod | null
  reference: string | null
  receipt: string | null
  investor: string
  email: string
  project: string
  account: string | null
  payer: string | null
  paid: PaidInCurrency | null
  /** Cents that came to more than what remained, and were not credited. */
  rounding: Cents
  isVoided: boolean
  reason: string | null
  recordedBy: string | null
  recordedAt: Date
}

/** What the entries of a kind come to, and how many there are. */
export type KindTotal = { count: number; amount: Cents }

/** The totals of a list: by kind, together, and of what moved in other currencies. */
export type PaymentTotals = {
  byKind: Record<EntryKind, KindTotal>
  net: Cents
  byCurrency: { currency: Currency; minor: bigint }[]
}

const pageSize = 25

/** Payments, refunds, adjustments and voids of all investments, the latest first; a page beyond the last shows the last. */
export async function listPayments(
  admin: AdminActor,
  search: PaymentListSearch & { page: number },
): Promise<{
  entries: ListedEntry[]
  totals: PaymentTotals
  total: number
  page: number
  pageSize: number
}> {
  const totals = await totalsOf(admin, search)
  const total = entryKinds.reduce((sum, kind) => sum + totals.byKind[kind].count, 0)
  const page = shownPage(search.page, total, pageSize)
  const ids = await idsOfPage(admin, search, { page, total })
  const lines = await paymentLines(admin, ids)
  const entries = lines.toSorted((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id))
  return { entries, totals, total, page, pageSize }
}

/** In the second half of a list, the page is counted from its end. */
async function idsOfPage(
  admin: AdminActor,
  search: PaymentListSearch,
  { page, total }: { page: number; total: number },
): Promise<string[]> {
  const before = (page - 1) * pageSize
  const rows = Math.min(pageSize, total - before)
  const isFromEnd = before > total / 2
  const ids = await idsInOrder(admin, search, isFromEnd ? 'asc' : 'desc')
    .limit(rows)
    .offset(isFromEnd ? total - before - rows : before)
    .execute()
  const inOrder = isFromEnd ? ids.toReversed() : ids
  return inOrder.map(({ id }) => id)
}

/** The ids of all entries that the filters leave, the latest first, for an export. */
export async function paymentIds(admin: AdminActor, search: PaymentListSearch): Promise<string[]> {
  return (await idsInOrder(admin, search).execute()).map(({ id }) => id)
}

function idsInOrder(
  admin: AdminActor,
  search: PaymentListSearch,
  direction: 'asc' | 'desc' = 'desc',
) {
  const columns = ['entry.id', 'entry.dated_on', 'entry.recorded_at'] as const
  return foundFirst(admin, narrowed(admin, search).select(columns), search.q.trim() !== '')
    .selectFrom('found')
    .select('id')
    .orderBy('dated_on', direction)
    .orderBy('recorded_at', direction)
    .orderBy('id', direction)
}

function narrowed({ tx }: AdminActor, search: PaymentListSearch) {
  const { q, kind, method, projectId, accountId, from, to } = search
  return tx
    .selectFrom('ledger_entry as entry')
    .$if(from !== null, (rows) => rows.where(sql<SqlBool>`entry.dated_on >= ${from}`))
    .$if(to !== null, (rows) => rows.where(sql<SqlBool>`entry.dated_on <= ${to}`))
    .$if(kind !== null, (rows) => rows.where('entry.kind', '=', kind))
    .$if(method !== null, (rows) => rows.where(methodOfEntry, '=', method))
    .$if(accountId !== null, (rows) => rows.where(accountOfEntry, '=', accountId))
    .$if(projectId !== null, (rows) =>
      rows.where(
        sql<SqlBool>`entry.investment_id in (select i.id from investment i where i.project_id = ${projectId})`,
      ),
    )
    .$if(q.trim() !== '', (rows) => rows.where(matchingSearch(q)))
}

const ofVoided = (column: 'method' | 'payment_account_id') =>
  sql<
    string | null
  >`(select voided.${sql.ref(column)} from ledger_entry voided where voided.id = entry.voids_id)`

/** A void is counted with the entry it voids, which has the method and the account. */
const methodOfEntry = sql<
  string | null
>`case entry.kind when 'void' then ${ofVoided('method')} else entry.method end`

/** An entry that was recorded without an account has that of the bank line it is matched to. */
const accountOfEntry = sql<
  string | null
>`case when entry.payment_account_id is not null then entry.payment_account_id
  when entry.kind = 'void' then ${ofVoided('payment_account_id')}
  else (select line.payment_account_id from allocation part join bank_transaction line on line.id = part.bank_transaction_id
    where part.ledger_entry_id = entry.id and part.released_at is null) end`

/**
 * A receipt's number, a payment reference, a transfer reference, an exact amount, or words of an investor's name or email.
 * A void is found by the entry it voids. The subqueries give arrays, so that the indexes of all parts of the search are used together.
 */
function matchingSearch(q: string) {
  const number = receiptNumberIn(q)
  const ofReceipt = sql`(select r.entry_id from receipt r where r.number = ${number})`
  if (number) return sql<SqlBool>`(entry.id = ${ofReceipt} or entry.voids_id = ${ofReceipt})`
  const found = matchingEntries(q)
  const entries = found
    ? sql<SqlBool>`(${found} or entry.voids_id = any(array(select entry.id from ledger_entry entry where ${found})))`
    : sql<SqlBool>`false`
  // The commas of an amount would make words of its digits, which begin many others.
  const words = parseAmount(q).ok ? q.replaceAll(',', '') : q
  return sql<SqlBool>`(${entries} or entry.investment_id = any(array(
    select p.investment_id from payment_reference p where p.code = ${readPaymentReference(q)}
    union all select i.id from investment i where i.investor_id = any(array(select investor.id from investor
      where ${matching(words, ['investor.full_name', 'investor.email'])})))))`
}

async function totalsOf(admin: AdminActor, search: PaymentListSearch): Promise<PaymentTotals> {
  const rows = await narrowed(admin, search)
    .select(['entry.kind', 'entry.paid_currency as currency'])
    .select(sql<number>`count(*)::integer`.as('count'))
    .select(sql<bigint>`sum(entry.amount_cents)::bigint`.as('amount'))
    .select(sql<bigint | null>`sum(entry.paid_minor)::bigint`.as('minor'))
    .groupBy(['entry.kind', 'entry.paid_currency'])
    .execute()
  const byKind = { payment: none(), refund: none(), adjustment: none(), void: none() }
  let net = 0n
  for (const { kind, count, amount } of rows) {
    const total = byKind[kind as EntryKind]
    total.count += count
    total.amount = cents(total.amount + amount)
    net += amount
  }
  const moved = byKind.void.count > 0 ? [...rows, ...(await voidedInCurrency(admin, search))] : rows
  const byCurrency = new Map<Currency, bigint>()
  for (const { currency, minor } of moved)
    if (currency !== null)
      byCurrency.set(currency, (byCurrency.get(currency) ?? 0n) + (minor ?? 0n))
  return {
    byKind,
    net: cents(net),
    byCurrency: [...byCurrency].map(([currency, minor]) => ({ currency, minor })),
  }
}

/** A void takes back what its entry was in another currency. */
function voidedInCurrency(admin: AdminActor, search: PaymentListSearch) {
  return narrowed(admin, search)
    .innerJoin('ledger_entry as voided', 'voided.id', 'entry.voids_id')
    .select('voided.paid_currency as currency')
    .select(sql<bigint>`-sum(voided.paid_minor)::bigint`.as('minor'))
    .where('entry.kind', '=', 'void')
    .where('voided.paid_currency', 'is not', null)
    .groupBy('voided.paid_currency')
    .execute()
}

const none = (): KindTotal => ({ count: 0, amount: zero })

/** Entries with all that a list or an export says of them, in any order. */
export async function paymentLines({ tx }: AdminActor, ids: string[]): Promise<ListedEntry[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('ledger_entry as entry')
    .innerJoin('investment', 'investment.id', 'entry.investment_id')
    .innerJoin('investor', 'investor.id', 'investment.investor_id')
    .innerJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .leftJoin('ledger_entry as voided', 'voided.id', 'entry.voids_id')
    .leftJoin('payment_account as account', (join) => join.on('account.id', '=', accountOfEntry))
    .leftJoin('auth.sign_in_account as person', 'person.id', 'entry.recorded_by')
    .leftJoin('receipt', (join) =>
      join.on('receipt.entry_id', '=', (row) => row.fn.coalesce('entry.voids_id', 'entry.id')),
    )
    .select(['entry.id', 'entry.investment_id', 'entry.kind', 'entry.amount_cents'])
    .select(['entry.dated_on', 'entry.reason', 'entry.payer_name', 'entry.recorded_at'])
    .select((row) => [
      row.fn.coalesce('entry.method', 'voided.method').as('method'),
      row.fn.coalesce('entry.reference', 'voided.reference').as('reference'),
      row.fn.coalesce('entry.paid_currency', 'voided.paid_currency').as('paid_currency'),
      row.fn.coalesce('entry.rate', 'voided.rate').as('rate'),
      row.fn.coalesce('entry.rate_source', 'voided.rate_source').as('rate_source'),
      row.fn.coalesce('entry.rate_on', 'voided.rate_on').as('rate_on'),
      sql<bigint | null>`coalesce(entry.paid_minor, -voided.paid_minor)`.as('paid_minor'),
    ])
    .select('receipt.number as receipt')
    .select('entry.rounding_cents')
    .select(['investor.full_name as investor', 'investor.email', 'project.name as project'])
    .select(['account.name as account', 'person.name as recorded_by', 'void.id as void_id'])
    .where('entry.id', 'in', ids)
    .$narrowType<{ kind: EntryKind; method: PaymentMethod | null }>()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    investmentId: row.investment_id,
    kind: row.kind,
    amount: row.amount_cents,
    on: row.dated_on,
    method: row.method,
    reference: row.reference,
    receipt: row.receipt,
    investor: row.investor,
    email: row.email,
    project: row.project,
    account: row.account,
    payer: row.payer_name,
    paid: paidOf(row),
    rounding: cents(BigInt(row.rounding_cents)),
    isVoided: row.void_id !== null,
    reason: row.reason,
    recordedBy: row.recorded_by,
    recordedAt: row.recorded_at,
  }))
}
