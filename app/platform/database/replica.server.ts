import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../observability/log.server.ts'
import { counter } from '../observability/metrics.server.ts'

/** How long a read waits for the replica to catch up; usually a few milliseconds. */
const catchUpTimeoutMs = 500
const pollMs = 5
/** A replica that lagged or failed is not used for this long, so that not every read waits for it. */
const pauseMs = 5_000

/** Short, because the primary can answer instead. */
export const replicaLimits = { connectionTimeoutMillis: 1_000, query_timeout: 10_000 }

const reads = counter(
  'msingi_replica_reads_total',
  'Reads that a replica may answer, by the server that did.',
  ['by'],
)
let pausedUntil = 0

type Replica = { pool: pg.Pool; primary: pg.Pool }

/**
 * Runs `read` on a replica connection with at least what the primary had committed at the call; `read` releases it. Null when
 * the replica lags or fails: then the primary must answer, and `read` may have run in part. Thrown responses pass through.
 */
export async function onReplica<Result>(
  { pool, primary }: Replica,
  read: (client: pg.PoolClient) => Promise<Result>,
): Promise<{ result: Result } | null> {
  const position = performance.now() < pausedUntil ? null : await positionOf(primary)
  if (position === null) {
    reads.inc({ by: 'primary' })
    return null
  }
  try {
    const result = await read(await connectAt(position, pool))
    reads.inc({ by: 'replica' })
    return { result }
  } catch (fault) {
    if (!(fault instanceof Error)) throw fault
    if (isServerFault(fault)) pausedUntil = performance.now() + pauseMs
    reads.inc({ by: 'primary' })
    log.warn('the primary answers instead of the replica', { reason: fault.message })
    return null
  }
}

/** An error of one statement, such as a recovery conflict, says nothing about the next read. */
function isServerFault(fault: Error): boolean {
  return !(fault instanceof pg.DatabaseError) || /^(08|53|57|58|XX)/.test(fault.code ?? '')
}

/**
 * The primary's WAL flush position: a commit is visible only after it is flushed, so this covers everything seen so far. Not
 * so with synchronous_commit off; then the replica is not used.
 */
async function positionOf(primary: pg.Pool): Promise<string | null> {
  const { rows } = await primary.query<{ position: string; waits: boolean }>(
    `select pg_current_wal_flush_lsn()::text as position, current_setting('synchronous_commit') <> 'off' as waits`,
  )
  const [row] = rows
  return row?.waits ? row.position : null
}

/** Polls on the connection of the read, because one address may lead to several replicas. */
async function connectAt(position: string, pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  try {
    await waitForPosition(client, position)
    return client
  } catch (fault) {
    client.release(true)
    throw fault
  }
}

async function waitForPosition(client: pg.ClientBase, position: string): Promise<void> {
  const until = performance.now() + catchUpTimeoutMs
  const late = sleep(catchUpTimeoutMs, 'late' as const, { ref: false })
  for (;;) {
    const query = client.query<{ reached: boolean | null }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn end as reached',
      [position],
    )
    const answer = await Promise.race([query, late])
    if (answer === 'late' || performance.now() > until) throw new Error('the replica lags')
    const [row] = answer.rows
    if (row?.reached) return
    if (row?.reached === null) throw new Error('DATABASE_REPLICA_URL does not name a replica')
    await sleep(pollMs)
  }
}
