import { type RawBuilder, sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { InvestorLookup, InvestorReader } from '../../platform/database/database.server.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { isId } from '../../values/id.ts'
import { shownPage } from '../../values/list-query.ts'
import { type Cents, min, subtract } from '../../values/money.ts'
import { type BasisPoints, basisPoints, share } from '../../values/percent.ts'
import { nextOrDue } from '../payment-accounts/how-to-pay.server.ts'
import { coversOf } from '../projects/covers.server.ts'
import type { ShownPicture } from '../projects/picture.ts'
import type { ProjectStatus } from '../projects/project.ts'
import { dueOf, type InvestmentStatus, nextPaymentOf } from './investment.ts'
import { ownedText } from './owned.server.ts'

/**
 * Over investments that are not cancelled: invested = received + remaining. `toRefund` is held on
 * cancelled ones; `since` is the first investment's day.
 */
export type Portfolio = {
  invested: Cents
  received: Cents
  remaining: Cents
  toRefund: Cents
  since: CalendarDate | null
  projects: { all: number; active: number; completed: number }
  investments: { pending: number; active: number; completed: number }
  expectedReturn: ExpectedReturn | null
  /** Investments with an expected rate, pending included. */
  rated: number
  /** Open investments with neither a plan nor a next payment. */
  undated: number
  /** A milestone that a plan waits for; null for none. */
  waitsFor: string | null
}

/** The mean rate of open projects, weighted by the amounts of `over` investments; null when none has a rate. */
export type ExpectedReturn = { rate: BasisPoints; over: number }

/** Adds up the reader's investments. */
export async function portfolioOf(reader: InvestorReader | InvestorLookup): Promise<Portfolio> {
  const row = await reader.tx
    .selectFrom('investment')
    .leftJoin('project', 'project.id', 'investment.project_id')
    .where('investment.investor_id', '=', reader.investorId)
    .select([
      sql<Cents>`coalesce(sum(amount_cents) filter (where ${counted}), 0)::bigint`.as('invested'),
      sql<Cents>`coalesce(sum(received_cents) filter (where ${counted}), 0)::bigint`.as('received'),
      sql<Cents>`coalesce(sum(received_cents) filter (where not ${counted}), 0)::bigint`.as(
        'to_refund',
      ),
      sql<CalendarDate | null>`min(invested_on) filter (where ${counted})`.as('since'),
      sql<number>`(count(distinct project_id) filter (where ${counted}))::int`.as('projects'),
      sql<number>`(count(distinct project_id) filter (where ${counted} and ${isClosed}))::int`.as(
        'closed_projects',
      ),
      sql<number>`(count(*) filter (where investment.status = 'pending'))::int`.as('pending'),
      sql<number>`(count(*) filter (where investment.status = 'active'))::int`.as('active'),
      sql<number>`(count(*) filter (where investment.status = 'completed'))::int`.as('completed'),
      sql<number>`(count(*) filter (where ${yields}))::int`.as('yielding'),
      sql<number>`(count(*) filter (where ${counted} and ${isRated}))::int`.as('rated'),
      sql<number>`(count(*) filter (where investment.status in ('pending', 'active')
        and (plan_version is null or investment.archived_at is not null) and next_payment_on is null))::int`.as(
        'undated',
      ),
      awaitedWhere(sql`line.investor_id = ${reader.investorId}`).as('waits_for'),
      sql<
        number | null
      >`round(sum(amount_cents * annual_return_bp::numeric) filter (where ${yields})
        / sum(amount_cents) filter (where ${yields}))::int`.as('rate'),
    ])
    .executeTakeFirstOrThrow()
  return {
    invested: row.invested,
    received: row.received,
    remaining: subtract(row.invested, row.received),
    toRefund: row.to_refund,
    since: row.since,
    projects: {
      all: row.projects,
      active: row.projects - row.closed_projects,
      completed: row.closed_projects,
    },
    investments: { pending: row.pending, active: row.active, completed: row.completed },
    expectedReturn: row.rate === null ? null : { rate: basisPoints(row.rate), over: row.yielding },
    rated: row.rated,
    undated: row.undated,
    waitsFor: row.waits_for,
  }
}

/** The milestone that the first unpaid line without a day waits for. */
const awaitedWhere = (isOf: RawBuilder<unknown>) =>
  sql<string | null>`(select line.waits_for from due_lines line
    where ${isOf} and line.waits_for is not null and not line.nearly_paid order by line.position limit 1)`

const counted = sql`investment.status <> 'cancelled'`
const isClosed = sql`project.status = 'completed'`
const isRated = sql`project.status <> 'completed' and project.annual_return_bp is not null`
const yields = sql`investment.status in ('active', 'completed') and ${isRated}`

/** `project` is null where the reader no longer sees it. */
export type MyInvestment = {
  id: string
  project: MyInvestmentsProject | null
  cover: ShownPicture | null
  /** The unit or share that it owns, in words. */
  owned: string | null
  amount: Cents
  received: Cents
  remaining: Cents
  progress: BasisPoints
  status: InvestmentStatus
  investedOn: CalendarDate
  nextPayment: Omit<NextPayment, 'investmentId' | 'project'> | null
  /** The milestone that its plan waits for where no payment has a day; null for none. */
  waitsFor: string | null
}

/** `progress` is the building's. `annualReturn` is null where unknown, and for a completed project. */
export type MyInvestmentsProject = {
  id: string
  name: string
  location: string
  status: ProjectStatus
  progress: BasisPoints
  annualReturn: BasisPoints | null
}

const pageSize = 12

/** The reader's investments, latest first, 12 a page. A page beyond the last shows the last. */
export async function listMyInvestments(reader: InvestorReader, { page }: { page: number }) {
  const { total } = await reader.tx
    .selectFrom('investment')
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .where('investor_id', '=', reader.investorId)
    .executeTakeFirstOrThrow()
  const shown = shownPage(page, total, pageSize)
  const investments = await latest(reader, pageSize, (shown - 1) * pageSize)
  return { investments, total: Number(total), page: shown, pageSize }
}

/** The latest of the reader's investments, for the dashboard. */
export function firstInvestments(
  reader: InvestorReader | InvestorLookup,
  count: number,
): Promise<MyInvestment[]> {
  return latest(reader, count, 0)
}

async function latest(
  reader: InvestorReader | InvestorLookup,
  count: number,
  offset: number,
): Promise<MyInvestment[]> {
  const rows = await rowsInFull(reader)
    .orderBy('investment.invested_on', 'desc')
    .orderBy('investment.id', 'desc')
    .limit(count)
    .offset(offset)
    .execute()
  return inFull(reader, rows)
}

/** One of the reader's investments; null for any other id. */
export async function findMyInvestment(
  reader: InvestorReader,
  investmentId: string,
): Promise<MyInvestment | null> {
  if (!isId(investmentId)) return null
  const rows = await rowsInFull(reader).where('investment.id', '=', investmentId).execute()
  const [investment] = await inFull(reader, rows)
  return investment ?? null
}

function rowsInFull(reader: InvestorReader | InvestorLookup) {
  return ofReader(reader)
    .select(['investment.received_cents', 'investment.status', 'investment.invested_on'])
    .select(['project.location', 'project.status as project_status', 'project.annual_return_bp'])
    .select(['project.progress_percent', ownedText('investment').as('owned')])
    .select(awaitedWhere(sql`line.investment_id = investment.id`).as('waits_for'))
}

type InFull = Awaited<ReturnType<ReturnType<typeof rowsInFull>['execute']>>

async function inFull(
  reader: InvestorReader | InvestorLookup,
  rows: InFull,
): Promise<MyInvestment[]> {
  const covers = await coversOf(reader, [...new Set(rows.map((row) => row.project_id))])
  return rows.map((row) => ({
    id: row.id,
    project:
      row.name === null ||
      row.location === null ||
      row.project_status === null ||
      row.progress_percent === null
        ? null
        : {
            id: row.project_id,
            name: row.name,
            location: row.location,
            status: row.project_status,
            progress: basisPoints(row.progress_percent * 100),
            annualReturn:
              row.annual_return_bp === null || row.project_status === 'completed'
                ? null
                : basisPoints(row.annual_return_bp),
          },
    cover: covers.get(row.project_id) ?? null,
    owned: row.owned,
    amount: row.amount_cents,
    received: row.received_cents,
    remaining: row.remaining,
    progress: share(row.received_cents, row.amount_cents),
    status: row.status,
    investedOn: row.invested_on,
    nextPayment: nextOf(row),
    waitsFor: row.next_payment_on === null ? row.waits_for : null,
  }))
}

/** `amount` is the agreed one, at most what remains; `due` is all that is due by today where that is more. */
export type NextPayment = {
  investmentId: string
  project: string | null
  on: CalendarDate
  amount: Cents
  due: Cents
}

function nextOf(row: InFull[number]): MyInvestment['nextPayment'] {
  const next = nextPaymentOf(row, row.remaining)
  return next && { ...next, due: dueNow(row) }
}

/** What is asked for now: `nextOrDue`, or all that remains where no amount was agreed. */
const dueNow = (row: { due: Cents | null; remaining: Cents }) =>
  min(row.due ?? row.remaining, row.remaining)

/** The reader's next payments, soonest first, and their number; overdue ones first. */
export async function nextPayments(
  reader: InvestorReader | InvestorLookup,
  count: number,
): Promise<{ payments: NextPayment[]; total: number }> {
  const rows = await ofReader(reader)
    .select(sql<number>`(count(*) over ())::integer`.as('total'))
    .where('investment.status', 'in', ['pending', 'active'])
    .where('investment.next_payment_on', 'is not', null)
    .orderBy('investment.next_payment_on')
    .orderBy('investment.id')
    .limit(count)
    .$narrowType<{ next_payment_on: CalendarDate }>()
    .execute()
  const payments = rows.map((row) => ({
    investmentId: row.id,
    project: row.name,
    on: row.next_payment_on,
    amount: dueOf(row, row.remaining),
    due: dueNow(row),
  }))
  return { payments, total: rows[0]?.total ?? 0 }
}

function ofReader(reader: InvestorReader | InvestorLookup) {
  return reader.tx
    .selectFrom('investment')
    .leftJoin('project', 'project.id', 'investment.project_id')
    .where('investment.investor_id', '=', reader.investorId)
    .select(['investment.id', 'investment.project_id', 'investment.amount_cents'])
    .select(['investment.next_payment_on', 'investment.next_payment_cents'])
    .select(sql<Cents>`investment.amount_cents - investment.received_cents`.as('remaining'))
    .select(['project.name', nextOrDue(clock.today()).as('due')])
}
