import { type SqlBool, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst } from '../../platform/database/search.server.ts'
import { type CalendarDate, isBefore } from '../../values/calendar-date.ts'
import { shownPage } from '../../values/list-query.ts'
import { type Cents, subtract } from '../../values/money.ts'
import { type BasisPoints, share } from '../../values/percent.ts'
import { coversOf } from '../projects/covers.server.ts'
import type { ShownPicture } from '../projects/picture.ts'
import {
  type DueKind,
  type InvestmentOrder,
  type InvestmentStatus,
  nextPaymentDate,
} from './investment.ts'
import { countByStatus, listedTotals, tallyInvestments } from './investment-totals.server.ts'
import { narrowed } from './narrow-investments.server.ts'
import { ownedText } from './owned.server.ts'

/** `overdue`: the next payment was expected before today. */
export type ListedInvestment = {
  id: string
  project: string
  investor: string
  /** Distinguishes namesakes; null if the investor is missing. */
  email: string | null
  cover: ShownPicture | null
  /** The unit or share that it owns, in words. */
  owned: string | null
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
  projectId?: string | null
  order: InvestmentOrder
  page: number
}

const pageSize = 12

/** A literal, because PostgreSQL caches no plan for a limit it does not know. */
const aPage = sql<number>`12`

/** Cancelled ones owe nothing and come last. An index has the same expression. */
const remainingCents = sql`(case when investment.status = 'cancelled' then 0
  else investment.amount_cents - investment.received_cents end)`

const orders = {
  newest: sql`investment.invested_on desc, investment.id desc`,
  oldest: sql`investment.invested_on, investment.id`,
  largest: sql`investment.amount_cents desc, investment.id desc`,
  remaining: sql`${remainingCents} desc, investment.id desc`,
  'next-payment': sql`investment.next_payment_on nulls last, investment.id`,
} satisfies Record<InvestmentOrder, unknown>

/**
 * Investments, 12 a page. `total` and `listed` are of the filter, `counts` by status. A page beyond the last shows the
 * last.
 */
export async function listInvestments(admin: AdminActor, search: InvestmentSearch) {
  const { q, status, page } = search
  const tallying = tallyInvestments(admin, search)
  const totalOf = (counts: ReturnType<typeof countByStatus>) =>
    status === null ? counts.all : counts[status]
  // A search needs the count first; the unfiltered list reads both in parallel.
  const listing =
    page === 1 && q.trim() === ''
      ? onPage(admin, search, { shown: 1, isAmongMany: false })
      : tallying.then(countByStatus).then((counts) => {
          const shown = shownPage(page, totalOf(counts), pageSize)
          return onPage(admin, search, {
            shown,
            isAmongMany: totalOf(counts) > manyFound && shown <= firstPages,
          })
        })
  const [tallies, { shown, investments }] = await Promise.all([tallying, listing])
  const counts = countByStatus(tallies)
  const listed = listedTotals(tallies, status)
  return { investments, total: totalOf(counts), listed, counts, page: shown, pageSize }
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
    .select(ownedText('investment').as('owned'))
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
      owned: row.owned,
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
    .select(['investment.next_payment_on', 'investment.status', 'investment.received_cents'])
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
