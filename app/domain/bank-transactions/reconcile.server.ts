import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import {
  addDays,
  addMonths,
  type CalendarDate,
  calendarDate,
  dayOf,
} from '../../values/calendar-date.ts'
import { type ExchangeRate, fromDollars } from '../../values/exchange-rate.ts'
import { add, type Cents, cents, zero } from '../../values/money.ts'
import { accountBalance, daysWithoutStatement } from './account-balance.server.ts'
import {
  type Bucket,
  type BucketFigure,
  buckets,
  endOf,
  type Reconciliation,
} from './reconciliation.ts'
import {
  bucketsAsOf,
  type DecisionHistory,
  type PartHistory,
  standingAsOf,
  type TransactionHistory,
} from './transaction-as-of.ts'

/** Transactions of an account between two days in Nairobi, both included; null for no limit. */
export type ReconciledPeriod = {
  accountId: string
  from: CalendarDate
  to: CalendarDate
  /** What was matched or decided after this day does not count. */
  asOf: CalendarDate
}

/** A payment account's money of a period by what became of it; null for an unknown account. */
export async function reconcile(
  admin: AdminActor,
  period: ReconciledPeriod,
): Promise<Reconciliation | null> {
  const { accountId, from, to, asOf } = period
  const account = await admin.tx
    .selectFrom('payment_account')
    .select(['id', 'name', 'number', 'currency'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  if (!account) return null
  const figures = sumUp(await readHistories(admin, period), endOf(asOf))
  const opening = await accountBalance(admin, accountId, from)
  const closing = await accountBalance(admin, accountId, addDays(to, 1))
  const yesterday = addDays(clock.today(), -1)
  const last = to < yesterday ? to : yesterday
  return {
    account,
    from,
    to,
    asOf,
    isOver: to < clock.today(),
    ...figures,
    opening,
    closing,
    difference:
      opening && closing && opening.minor + figures.in.minor - figures.out.minor - closing.minor,
    gaps: from > last ? [] : await daysWithoutStatement(admin, accountId, { from, to: last }),
  }
}

/** The transactions of a period that are, or have a part, in a bucket. */
export async function transactionsInBucket(
  admin: AdminActor,
  period: ReconciledPeriod,
  bucket: Bucket,
): Promise<string[]> {
  const end = endOf(period.asOf)
  return (await readHistories(admin, period)).flatMap((history) =>
    bucketsAsOf(history, standingAsOf(history, end)).some(([name]) => name === bucket)
      ? [history.id]
      : [],
  )
}

/** The first days of the months that an account has transactions or statements of, up to this month, the latest first. */
export async function reconciledMonths(
  { tx }: AdminActor,
  accountId: string,
): Promise<CalendarDate[]> {
  const { rows } = await sql<{ first: CalendarDate | null; line: Date | null }>`select
      (select min(from_on) from statement_file where payment_account_id = ${accountId}) as first,
      (select min(occurred_at) from bank_transaction where payment_account_id = ${accountId}) as line`.execute(
    tx,
  )
  const today = clock.today()
  const days = [rows[0]?.first, rows[0]?.line && dayOf(rows[0].line)].filter((day) => !!day)
  const first = monthOf(days.toSorted()[0] ?? today)
  const months = []
  for (let month = monthOf(today); month >= first; month = addMonths(month, -1)) months.push(month)
  return months
}

const monthOf = (day: CalendarDate): CalendarDate => calendarDate(`${day.slice(0, 7)}-01`)

function sumUp(histories: readonly TransactionHistory[], end: Date) {
  const sums = Object.fromEntries(
    buckets.map((bucket) => [bucket, { minor: 0n, transactions: 0 }]),
  ) as Record<Bucket, BucketFigure>
  const total = { in: { minor: 0n, transactions: 0 }, out: { minor: 0n, transactions: 0 } }
  const credited: Reconciliation['credited'] = { payments: zero, refunds: zero, rounding: zero }
  for (const history of histories) {
    const standing = standingAsOf(history, end)
    for (const [bucket, amount] of bucketsAsOf(history, standing)) count(sums[bucket], amount)
    const isIn = history.minor > 0n
    count(isIn ? total.in : total.out, isIn ? history.minor : -history.minor)
    if (standing.exclusion !== null) continue
    for (const { amount, rounding } of standing.parts) {
      const side = isIn ? 'payments' : 'refunds'
      credited[side] = add(credited[side], amount)
      credited.rounding = add(credited.rounding, rounding)
    }
  }
  return { buckets: sums, ...total, credited }
}

function count(figure: BucketFigure, minor: bigint) {
  figure.minor += minor
  figure.transactions += 1
}

async function readHistories(
  { tx }: AdminActor,
  { accountId, from, to, asOf }: ReconciledPeriod,
): Promise<TransactionHistory[]> {
  const lines = sql`select id, minor, leg, exclusion from bank_transaction where payment_account_id = ${accountId}
    and occurred_at >= ${from}::timestamp at time zone 'Africa/Nairobi'
    and occurred_at < (${to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`
  const { rows } = await sql<Pick<TransactionHistory, 'id' | 'minor' | 'leg' | 'exclusion'>>`
    ${lines} order by occurred_at, id`.execute(tx)
  const parts =
    await sql<PartRow>`select part.bank_transaction_id as id, part.minor, part.allocated_at,
      part.released_at, entry.amount_cents, entry.rounding_cents, entry.rate
    from allocation part join ledger_entry entry on entry.id = part.ledger_entry_id
    where part.bank_transaction_id = any(array(select line.id from (${lines}) line))`.execute(tx)
  const decisions = await sql<
    DecisionHistory & { id: string }
  >`select decision.bank_transaction_id as id, decision.kind,
      decision.exclusion, decision.returned_minor as "returnedMinor", decision.decided_at as at
    from (${lines}) line join bank_transaction_decision decision on decision.bank_transaction_id = line.id
    order by decision.decided_at, decision.id`.execute(tx)
  const returns = await sql<{ id: string }>`select decision.sent_by_id as id from (${lines}) line
    join bank_transaction_decision decision on decision.sent_by_id = line.id
    where decision.decided_at < ${endOf(asOf)} and not exists (select from bank_transaction_decision later
      where later.bank_transaction_id = decision.bank_transaction_id and later.kind = 'reopened'
        and later.decided_at > decision.decided_at and later.decided_at < ${endOf(asOf)})`.execute(
    tx,
  )
  const partsOf = Map.groupBy(parts.rows, ({ id }) => id)
  const decisionsOf = Map.groupBy(decisions.rows, ({ id }) => id)
  const sent = new Set(returns.rows.map(({ id }) => id))
  return rows.map((line) => ({
    ...line,
    isReturn: sent.has(line.id),
    parts: partsOf.get(line.id)?.map(partOf) ?? [],
    decisions: decisionsOf.get(line.id) ?? [],
  }))
}

type PartRow = {
  id: string
  minor: bigint
  allocated_at: Date
  released_at: Date | null
  amount_cents: Cents
  rounding_cents: number
  rate: ExchangeRate | null
}

/** What of a part is rounding: what was paid above the credited dollars at the rate. */
function partOf(row: PartRow): PartHistory {
  const { minor, amount_cents: amount, rate } = row
  const rounding = cents(BigInt(row.rounding_cents))
  return {
    minor,
    amount,
    rounding,
    at: row.allocated_at,
    releasedAt: row.released_at,
    roundingMinor: rounding > zero && rate ? minor - fromDollars(amount, rate) : 0n,
  }
}
