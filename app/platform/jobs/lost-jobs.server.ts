import { log } from '../observability/log.server.ts'
import { repeatEvery } from './repeat-every.ts'

/** The interval of pg-boss's heartbeat per job. */
export const beatEverySeconds = 1.5
const lookEveryMs = 1_000
/** A live worker beats three times in this time. */
const stillMs = 5_000
/** A check this late was blocked, perhaps with this process's own heartbeats. */
const heldUpMs = 3_000

type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
/** An active job with its try and last heartbeat. */
type Active = { id: string; name: string; tries: number; beat: string }

/**
 * Returns the jobs of dead workers to their queue: heartbeats that do not change for five seconds, while this worker's
 * own checks succeed. No clocks are compared. pg-boss alone would take a quarter of an hour.
 */
export function watchForLostJobs(query: Query): { stop: () => Promise<void> } {
  let seen = new Map<string, number>()
  let lookedAt = performance.now()
  const look = async () => {
    const active = await activeJobs(query)
    const now = performance.now()
    const known = now - lookedAt > lookEveryMs + heldUpMs ? new Map<string, number>() : seen
    lookedAt = now
    seen = new Map(active.map((job) => [keyOf(job), known.get(keyOf(job)) ?? now]))
    for (const job of active)
      if (now - (seen.get(keyOf(job)) ?? now) >= stillMs) await giveBack(query, job)
  }
  return repeatEvery(lookEveryMs, look, (reason) => {
    // Observations from before the gap are invalid.
    seen = new Map()
    log.warn('could not look for lost jobs', { reason })
  })
}

const keyOf = ({ id, tries, beat }: Active) => `${id} ${tries} ${beat}`

async function activeJobs(query: Query): Promise<Active[]> {
  const { rows } = await query(`select id, name, retry_count as tries, heartbeat_on::text as beat
    from pgboss.job where state = 'active' and heartbeat_seconds is not null`)
  return rows as Active[]
}

async function giveBack(query: Query, { id, name, tries, beat }: Active): Promise<void> {
  const { rows } = await query(
    `update pgboss.job set state = 'retry', start_after = now()
      where name = $1 and id = $2 and state = 'active' and retry_count = $3 and heartbeat_on::text = $4 returning id`,
    [name, id, tries, beat],
  )
  if (rows.length > 0) log.warn('a job was given back: its worker died', { queue: name, jobId: id })
}
