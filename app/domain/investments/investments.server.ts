import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import { countersOf } from '../../platform/database/counters.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'
import { type CalendarDate, isBefore } from '../../values/calendar-date.ts'
import { shownPage } from '../../values/list-query.ts'
import { type Cents, subtract, sum } from '../../values/money.ts'
import { type BasisPoints, share } from '../../values/percent.ts'
import { coversOf } from '../projects/covers.server.ts'
import type { ShownPicture } from '../projects/picture.ts'
import { dueOf, isDue } from './due.server.ts'
import {
  type DueKind,
  type InvestmentOrder,
  type InvestmentStatus,
  nextPaymentDate,
} from './investment.ts'
import { investmentsWithPayment } from './payment-search.server.ts'

/** `overdue`: the next payment was expected before today. */
export type ListedInvestment = {
  id: string
  project: string
  investor: string
  /** Distinguishes namesakes; null if the investor is missing. */
  email: string | null
  cover: ShownPicture | null
  amount: Cents
  received: Cents
  remaining: Cents
  progress: BasisPoints
  status: InvestmentStatus
  investedOn: CalendarDate
  nextPaymentOn: CalendarDate | null
  overdue: boolean
  isArchived: boolean
}

export type InvestmentSearch = {
  q: string
  status: InvestmentStatus | 'archived' | null
  due: DueKind | null
  investorId?: string | null
  order: InvestmentOrder
  page: number
}

const pageSize = 12

/** A literal, because PostgreSQL caches no plan for a limit it does not know. */
const aPage = sql<number>`12`

const orders = {
  newest: sql`investment.invested_on desc, investment.id desc`,
  oldest: sql`investment.invested_on, investment.id`,
  largest: sql`investment.amount_cents desc, investment.id desc`,
  'next-payment': sql`investment.next_payment_on nulls last, investment.id`,
} satisfies Record<InvestmentOrder, unknown>

/** Investments, 12 a page. `total` is of the filter, `counts` by status. A page beyond the last shows the last. */
export async function listInvestments(admin: AdminActor, search: InvestmentSearch) {
  const { q, status, page } = search
  const counting = countEach(admin, search)
  const totalOf = (counts: Awaited<typeof counting>) =>
    status === null ? counts.all : counts[status]
  // A search needs the count first; the unfiltered list reads both in parallel.
  const listing =
    page === 1 && q.trim() === ''
      ? onPage(admin, search, { shown: 1, isAmongMany: false })
      : counting.then((counts) => {
          const shown = shownPage(page, totalOf(counts), pageSize)
          return onPage(admin, search, {
            shown,
            isAmongMany: totalOf(counts) > manyFound && shown <= firstPages,
          })
        })
  const [counts, { shown, investments }] = await Promise.all([counting, listing])
  return { investments, total: totalOf(counts), counts, page: shown, pageSize }
}

type Shown = { shown: number; isAmongMany: boolean }

/** Ids first: the indexes answer this without reading rows before the page. */
async function onPage(admin: AdminActor, search: InvestmentSearch, { shown, isAmongMany }: Shown) {
  const ids = idsInOrder(admin, search, isAmongMany)
    .limit(aPage)
    .$if(shown > 1, (found) => found.offset((shown - 1) * pageSize))
  const rows = await admin.tx
    .selectFrom('investment')
    .where(sql<SqlBool>`investment.id = any(array(${ids}))`)
    .leftJoin('project', 'project.id', 'investment.project_id')
    .leftJoin('investor', 'investor.id', 'investment.investor_id')
    .select([
      'investment.id',
      'investment.project_id',
      'investment.amount_cents',
      'investment.received_cents',
    ])
    .select([
      'investment.status',
      'investment.invested_on',
      'investment.next_payment_on',
      'investment.archived_at',
    ])
    .select(['project.name as project', 'investor.full_name as investor', 'investor.email'])
    .orderBy(orders[search.order])
    .execute()
  const covers = await coversOf(admin, [...new Set(rows.map((row) => row.project_id))])
  const today = clock.today()
  const investments = rows.map(
    ({ next_payment_on, ...row }): ListedInvestment => ({
      id: row.id,
      // Only a damaged database lacks these names, and its money is still listed.
      project: row.project ?? 'Unknown Project',
      investor: row.investor ?? 'Unknown Investor',
      email: row.email,
      cover: covers.get(row.project_id) ?? null,
      amount: row.amount_cents,
      received: row.received_cents,
      remaining: subtract(row.amount_cents, row.received_cents),
      progress: share(row.received_cents, row.amount_cents),
      status: row.status,
      investedOn: row.invested_on,
      ...nextPaymentOf(row.status, next_payment_on, today),
      isArchived: row.archived_at !== null,
    }),
  )
  return { shown, investments }
}

/** From this many matches, reading investments in order fills the first pages faster than sorting. */
const manyFound = 5000

const firstPages = 20

function nextPaymentOf(status: InvestmentStatus, day: CalendarDate | null, today: CalendarDate) {
  const nextPaymentOn = nextPaymentDate(status, day)
  return { nextPaymentOn, overdue: nextPaymentOn !== null && isBefore(nextPaymentOn, today) }
}

function idsInOrder(
  admin: AdminActor,
  search: Omit<InvestmentSearch, 'page'>,
  isAmongMany = false,
) {
  const { status, order, q } = search
  const ofStatus = status === 'archived' ? null : status
  const found = narrowed(admin, search, isAmongMany)
    .where('investment.archived_at', status === 'archived' ? 'is not' : 'is', null)
    .$if(ofStatus !== null, (query) => query.where('investment.status', '=', ofStatus))
    .select(['investment.id', 'investment.invested_on', 'investment.amount_cents'])
    .select('investment.next_payment_on')
  return foundFirst(admin, found, q.trim() !== '' && !isAmongMany)
    .selectFrom('found as investment')
    .select('investment.id')
    .orderBy(orders[order])
}

/** All matching ids in list order, for an export. */
export async function investmentIds(
  admin: AdminActor,
  search: Omit<InvestmentSearch, 'page'>,
): Promise<string[]> {
  return (await idsInOrder(admin, search).execute()).map(({ id }) => id)
}

type Narrowed = Pick<InvestmentSearch, 'q' | 'due' | 'investorId'>

function narrowed(admin: AdminActor, { q, due, investorId = null }: Narrowed, isAmongMany = false) {
  return admin.tx
    .selectFrom('investment')
    .where(ofPartyOrPayment(q, isAmongMany))
    .$if(due !== null, (found) => found.where(due === null ? sql<SqlBool>`true` : isDue(due)))
    .$if(investorId !== null, (found) => found.where('investment.investor_id', '=', investorId))
}

const isArchived = sql<boolean>`investment.archived_at is not null`

const isWhole = ({ q, due, investorId }: Narrowed) => q.trim() === '' && due === null && !investorId

/** Counters of investments by status and archived. */
async function countersByStatus(admin: AdminActor) {
  return (await countersOf(admin, 'investment')).map(({ kind, ...counter }) => {
    const [status, archived] = kind.split(' ') as [InvestmentStatus, 'archived'?]
    return { ...counter, status, archived }
  })
}

/** Counts by status and archived: from counters unless a filter applies. */
async function countEach(admin: AdminActor, search: Narrowed) {
  const counts = { pending: 0, active: 0, completed: 0, cancelled: 0, archived: 0 }
  if (isWhole(search)) {
    for (const { status, archived, count } of await countersByStatus(admin))
      counts[archived ? 'archived' : status] += count
  } else {
    const rows = await narrowed(admin, search)
      .groupBy(['investment.status', isArchived])
      .select((row) => [
        'investment.status',
        row.fn.countAll<bigint>().as('count'),
        isArchived.as('archived'),
      ])
      .execute()
    for (const { archived, status, count } of rows)
      counts[archived ? 'archived' : status] += Number(count)
  }
  const { archived: _, ...open } = counts
  return { ...counts, all: Object.values(open).reduce((sum, count) => sum + count, 0) }
}

/**
 * The small tables are searched first and investments then found by index; with many matches
 * investments are read in order until the page is full.
 */
function ofPartyOrPayment(q: string, isAmongMany: boolean) {
  if (q.trim() === '') return sql<SqlBool>`true`
  const projects = sql`(select project.id from project where ${matching(q, ['project.name'])})`
  const people = matching(q, ['investor.full_name'], ['investor.email', 'investor.phone'])
  const investors = sql`(select investor.id from investor where ${people})`
  const paid = investmentsWithPayment(q)
  const orPaid = paid ? sql`or investment.id = any(array${paid})` : sql``
  return isAmongMany
    ? sql<SqlBool>`(investment.project_id in ${projects} or investment.investor_id in ${investors} ${orPaid})`
    : sql<SqlBool>`(investment.project_id = any(array${projects}) or investment.investor_id = any(array${investors})
        ${orPaid})`
}

/** Without cancelled, with archived ones: total = received + remaining. `toRefund` is held on cancelled ones. */
export type InvestmentTotals = {
  total: Cents
  received: Cents
  remaining: Cents
  toRefund: Cents
  investments: number
  investors: number
  overdue: number
}

/** Totals from counters, independent of the number of investments. */
export async function investmentTotals(admin: AdminActor): Promise<InvestmentTotals> {
  const [counters, [investing], overdue] = await Promise.all([
    countersByStatus(admin),
    countersOf(admin, 'investing'),
    dueOf(admin, 'overdue'),
  ])
  const counted = counters.filter(({ status }) => status !== 'cancelled')
  const total = sum(counted.map(({ amount }) => amount))
  const received = sum(counted.map(({ received }) => received))
  const cancelled = counters.filter(({ status }) => status === 'cancelled')
  return {
    total,
    received,
    remaining: subtract(total, received),
    toRefund: sum(cancelled.map(({ received }) => received)),
    investments: counted.reduce((all, { count }) => all + count, 0),
    investors: investing?.count ?? 0,
    overdue: overdue.count,
  }
}
