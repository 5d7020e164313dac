import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { log } from '../observability/log.server.ts'
import { counter } from '../observability/metrics.server.ts'

/** For how long a read waits until the replica has what the primary had; a replica that follows takes a few milliseconds. */
const patienceMs = 500
const betweenLooksMs = 5
/** A replica that lagged or did not answer is left alone for so long, so that not every read waits for it. */
const restMs = 5_000

/** For pools of a replica: who waits for it could have been answered by the primary. */
export const replicaLimits = { connectionTimeoutMillis: 1_000, query_timeout: 10_000 }

const reads = counter(
  'msingi_replica_reads_total',
  'Reads that a replica may answer, by who did.',
  ['by'],
)
let restsUntil = 0

type Replica = { pool: pg.Pool; primary: pg.Pool }

/**
 * Runs `read` on a connection of the replica that has all that was committed on the primary when this was called, and that
 * `read` gives back. Null when the replica lags, is gone or broke off, and the primary is to answer. `read` may then have run
 * in part. What it throws on purpose, a redirect or a 404, is thrown on.
 */
export async function onReplica<Result>(
  { pool, primary }: Replica,
  read: (client: pg.PoolClient) => Promise<Result>,
): Promise<{ result: Result } | null> {
  const position = performance.now() < restsUntil ? null : await positionOf(primary)
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
    if (isOfTheServer(fault)) restsUntil = performance.now() + restMs
    reads.inc({ by: 'primary' })
    log.warn('the primary answers instead of the replica', { reason: fault.message })
    return null
  }
}

/** What concerns one read only, such as a wrong question or a row that was cleaned away under it, says nothing of the next. */
function isOfTheServer(fault: Error): boolean {
  return !(fault instanceof pg.DatabaseError) || /^(08|53|57|58|XX)/.test(fault.code ?? '')
}

/**
 * Up to where the primary's log is on disk. A commit is seen by others only after it is there, so this covers all that
 * anybody has seen; the position up to which it was inserted would also count what is not sent to a replica yet. Where
 * commits do not wait for the disk that is not so, and no replica is asked.
 */
async function positionOf(primary: pg.Pool): Promise<string | null> {
  const { rows } = await primary.query<{ position: string; waits: boolean }>(
    `select pg_current_wal_flush_lsn()::text as position, current_setting('synchronous_commit') <> 'off' as waits`,
  )
  const [row] = rows
  return row?.waits ? row.position : null
}

/** Asked on the connection of the read itself: one address may lead to several replicas. */
async function connectAt(position: string, pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  try {
    await reach(client, position)
    return client
  } catch (fault) {
    client.release(true)
    throw fault
  }
}

async function reach(client: pg.ClientBase, position: string): Promise<void> {
  const until = performance.now() + patienceMs
  const late = sleep(patienceMs, 'late' as const, { ref: false })
  for (;;) {
    const asked = client.query<{ reached: boolean | null }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() >= $1::pg_lsn end as reached',
      [position],
    )
    const answer = await Promise.race([asked, late])
    if (answer === 'late' || performance.now() > until) throw new Error('the replica lags')
    const [row] = answer.rows
    if (row?.reached) return
    if (row?.reached === null) throw new Error('DATABASE_REPLICA_URL leads to no replica')
    await sleep(betweenLooksMs)
  }
}
