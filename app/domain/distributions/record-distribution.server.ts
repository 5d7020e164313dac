import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CalendarDate, isAfter } from '../../values/calendar-date.ts'
import { allocate, type Cents, isPositive } from '../../values/money.ts'

/** `datedOn` is the record date, by whose end payments count. */
export type RecordDistributionInput = {
  key: string
  projectId: string
  total: Cents
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

/**
 * Splits a total by the cents received by the record date; cancelled investments get nothing.
 * Largest remainder, ties to the smaller id. Refused without receipts, when shares differ from the
 * preview `seen`, and for a repetition without `again`. Publishes distribution.recorded.
 */
export function recordDistribution(
  admin: AdminActor,
  input: RecordDistributionInput,
): Promise<DistributionRecorded> {
  const { key, ...facts } = input
  return exactlyOnce(admin, 'record-distribution', key, facts, () => record(admin, input))
}

async function record(
  admin: AdminActor,
  input: RecordDistributionInput,
): Promise<DistributionRecorded> {
  const { projectId, total, datedOn, note, seen, again } = input
  if (!isPositive(total)) return { refused: 'not-positive' }
  if (isAfter(datedOn, clock.today())) return { refused: 'in-the-future', today: clock.today() }
  // Distributions of one project are serialised, so that each sees those before it.
  const project = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!project) return { refused: 'not-found' }
  if (!again && (await findSimilar(admin, input))) return { refused: 'already-recorded' }
  const shares = await splitDistribution(admin, projectId, datedOn, total)
  if (!shares) return { refused: 'nothing-received' }
  if (seen !== null && seen !== markOf(shares)) return { refused: 'moved' }
  const { id: distributionId } = await admin.tx
    .insertInto('distribution')
    .values({
      project_id: projectId,
      total_cents: total,
      dated_on: datedOn,
      note,
      recorded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const investmentIds = shares.map((share) => share.investmentId)
  const amounts = shares.map((share) => String(share.amount))
  await sql`insert into distribution_share (distribution_id, investment_id, amount_cents)
    select ${distributionId}, investment_id, amount_cents
    from unnest(${investmentIds}::uuid[], ${amounts}::bigint[]) as share (investment_id, amount_cents)`.execute(
    admin.tx,
  )
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
}

/**
 * The split of a total by investment id; null when nothing was received by the record date. Locks
 * the investments against payments until commit.
 */
export async function splitDistribution(
  admin: AdminActor,
  projectId: string,
  datedOn: CalendarDate,
  total: Cents,
): Promise<DistributionShare[] | null> {
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forShare()
    .execute()
  // A separate statement, so that it sees payments the locks waited for.
  return divide(await receivedBy(admin, projectId, datedOn), total)
}

/** The same split without locks, for confirmation. `mark` detects whether it has changed since. */
export async function previewDistribution(
  admin: AdminActor,
  { projectId, datedOn, total }: { projectId: string; datedOn: CalendarDate; total: Cents },
): Promise<{ shares: DistributionShare[]; mark: string } | null> {
  const shares = divide(await receivedBy(admin, projectId, datedOn), total)
  return shares && { shares, mark: markOf(shares) }
}

/** A hash of received amounts and shares. */
function markOf(shares: DistributionShare[]): string {
  const hash = createHash('sha256')
  for (const { investmentId, received, amount } of shares)
    hash.update(`${investmentId} ${received} ${amount}\n`)
  return hash.digest('hex')
}

function divide(
  weights: Omit<DistributionShare, 'amount'>[],
  total: Cents,
): DistributionShare[] | null {
  if (weights.length === 0) return null
  const amounts = allocate(
    total,
    weights.map((weight) => weight.received),
  )
  return weights.map((weight, index) => {
    const amount = amounts[index]
    if (amount === undefined) throw new Error('allocate gave fewer parts than weights')
    return { ...weight, amount }
  })
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
