import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { type PaidInCurrency, unitOf } from '../../values/exchange-rate.ts'
import { allocate, type Cents, cents, isPositive } from '../../values/money.ts'
import type { MoneyInput } from '../exchange-rates/paid-amount.ts'
import {
  moneyFacts,
  paidColumns,
  type RateRefused,
  settleMoney,
} from '../exchange-rates/settle-money.server.ts'

/** `datedOn` is the record date, by whose end payments count. */
export type RecordDistributionInput = {
  key: string
  projectId: string
  total: MoneyInput
  datedOn: CalendarDate
  note: string | null
  /** The mark of the confirmed preview; null without one. */
  seen: string | null
  /** Confirms recording the same amount for the same day again. */
  again: boolean
}

export type DistributionRecorded =
  | { distributionId: string; shares: number }
  | {
      refused:
        | 'not-found'
        | 'not-positive'
        | 'nothing-received'
        | 'moved'
        | 'already-recorded'
        | 'key-reused'
    }
  | { refused: 'in-the-future'; today: CalendarDate }
  | RateRefused

/**
 * Splits a total by the cents received by the record date; cancelled investments get nothing.
 * Largest remainder, ties to the smaller id; an amount of another currency is split by the same parts. Refused without
 * receipts or a rate, when shares differ from the preview `seen`, and for a repetition without `again`. Publishes
 * distribution.recorded.
 */
export function recordDistribution(
  admin: AdminActor,
  input: RecordDistributionInput,
): Promise<DistributionRecorded> {
  const { key, total, ...facts } = input
  const sent = { ...facts, ...(typeof total === 'bigint' ? { total } : moneyFacts(total)) }
  return exactlyOnce(admin, 'record-distribution', key, sent, () => record(admin, input))
}

async function record(
  admin: AdminActor,
  input: RecordDistributionInput,
): Promise<DistributionRecorded> {
  const { projectId, datedOn, note, seen, again } = input
  if (isAfter(datedOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  const money = await settleMoney(admin, input.total, datedOn)
  if ('refused' in money) return money
  const { amount: total, paid } = money
  if (!isPositive(total)) return { refused: 'not-positive' }
  // Distributions of one project are serialised, so that each sees those before it.
  const project = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) return { refused: 'not-found' }
  if (!again && (await findSimilar(admin, { projectId, datedOn, total })))
    return { refused: 'already-recorded' }
  const shares = await splitDistribution(admin, { projectId, datedOn, total, paid })
  if (!shares) return { refused: 'nothing-received' }
  if (seen !== null && seen !== markOf(shares)) return { refused: 'moved' }
  const { id: distributionId } = await admin.tx
    .insertInto('distribution')
    .values({
      project_id: projectId,
      total_cents: total,
      ...paidColumns(paid),
      dated_on: datedOn,
      note,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const investmentIds = shares.map((share) => share.investmentId)
  const amounts = shares.map((share) => String(share.amount))
  const parts = shares.map((share) => share.paidMinor && String(share.paidMinor))
  await sql`insert into distribution_share (distribution_id, investment_id, amount_cents, paid_minor)
    select ${distributionId}, investment_id, amount_cents, paid_minor
    from unnest(${investmentIds}::uuid[], ${amounts}::bigint[], ${parts}::bigint[])
      as share (investment_id, amount_cents, paid_minor)`.execute(admin.tx)
  await publish(admin, { kind: 'distribution.recorded', distributionId, projectId })
  return { distributionId, shares: shares.length }
}

export type SimilarDistribution = { id: string; recordedAt: Date; recordedBy: string | null }

/** The latest distribution with the same project, day and amount that is not voided; null without one. */
export async function findSimilar(
  admin: AdminActor,
  { projectId, datedOn, total }: { projectId: string; datedOn: CalendarDate; total: Cents },
): Promise<SimilarDistribution | null> {
  const found = await admin.tx
    .selectFrom('distribution')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'distribution.id')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'distribution.recorded_by')
    .select([
      'distribution.id',
      'distribution.recorded_at as recordedAt',
      'account.name as recordedBy',
    ])
    .where('distribution.project_id', '=', projectId)
    .where('distribution.dated_on', '=', datedOn)
    .where('distribution.total_cents', '=', total)
    .where('voiding.distribution_id', 'is', null)
    .orderBy('distribution.recorded_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/** In cents; `received` is by the record date. */
export type DistributionShare = {
  investmentId: string
  investorId: string
  received: Cents
  amount: Cents
  /** Its part of what is paid in another currency; null for dollars. */
  paidMinor: bigint | null
}

/** What is split: dollars, and what they are paid out in, if that is another currency. */
export type DistributedMoney = {
  projectId: string
  datedOn: CalendarDate
  total: Cents
  paid: PaidInCurrency | null
}

/**
 * The split of a total by investment id; null when nothing was received by the record date. Locks
 * the investments against payments until commit.
 */
export async function splitDistribution(
  admin: AdminActor,
  { projectId, datedOn, total, paid }: DistributedMoney,
): Promise<DistributionShare[] | null> {
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forShare()
    .execute()
  // A separate statement, so that it sees payments the locks waited for.
  return divide(await receivedBy(admin, projectId, datedOn), total, paid)
}

/** The same split without locks, for confirmation. `mark` detects whether it has changed since. */
export async function previewDistribution(
  admin: AdminActor,
  { projectId, datedOn, total, paid }: DistributedMoney,
): Promise<{ shares: DistributionShare[]; mark: string } | null> {
  const shares = divide(await receivedBy(admin, projectId, datedOn), total, paid)
  return shares && { shares, mark: markOf(shares) }
}

/** A hash of received amounts and shares. */
function markOf(shares: DistributionShare[]): string {
  const hash = createHash('sha256')
  for (const { investmentId, received, amount, paidMinor } of shares)
    hash.update(
      `${investmentId} ${received} ${amount}${paidMinor === null ? '' : ` ${paidMinor}`}\n`,
    )
  return hash.digest('hex')
}

function divide(
  weights: Omit<DistributionShare, 'amount' | 'paidMinor'>[],
  total: Cents,
  paid: PaidInCurrency | null,
): DistributionShare[] | null {
  if (weights.length === 0) return null
  const received = weights.map((weight) => weight.received)
  const amounts = allocate(total, received)
  const parts = paid && partsOf(paid, received)
  return weights.map((weight, index) => {
    const amount = amounts[index]
    if (amount === undefined) throw new Error('allocate gave fewer parts than weights')
    return { ...weight, amount, paidMinor: parts?.[index] ?? null }
  })
}

/** Whole shillings stay whole, because M-Pesa pays no others. */
function partsOf({ minor, currency }: PaidInCurrency, received: Cents[]): bigint[] {
  const unit = unitOf(currency)
  const whole = minor % unit === 0n ? unit : 1n
  return allocate(cents(minor / whole), received).map((part) => part * whole)
}

function receivedBy(admin: AdminActor, projectId: string, datedOn: CalendarDate) {
  return admin.tx
    .selectFrom('investment')
    .innerJoin('ledger_entry as entry', 'entry.investment_id', 'investment.id')
    .leftJoin('ledger_entry as void', 'void.voids_id', 'entry.id')
    .select(['investment.id as investmentId', 'investment.investor_id as investorId'])
    .select(sql<Cents>`sum(entry.amount_cents)::bigint`.as('received'))
    .where('investment.project_id', '=', projectId)
    .where((row) =>
      row.or([
        row('investment.cancelled_on', 'is', null),
        row('investment.cancelled_on', '>', datedOn),
      ]),
    )
    .where('entry.kind', '<>', 'void')
    .where('void.id', 'is', null)
    .where('entry.dated_on', '<=', datedOn)
    .groupBy('investment.id')
    .having(sql<Cents>`sum(entry.amount_cents)`, '>', sql<Cents>`0`)
    .orderBy('investment.id')
    .execute()
}
