import { log } from '../observability/log.server.ts'
import { repeatEvery } from './repeat-every.ts'

/** How rarely a worker says in the database that it still does a job; pg-boss writes it. */
export const beatEverySeconds = 1.5
const lookEveryMs = 1_000
/** A worker that is alive says so three times in this while. */
const stillMs = 5_000
/** A look that comes this late was held up, and with it perhaps the beats of this very process. */
const heldUpMs = 3_000

type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
/** A job that is being done: which try of it, and when its worker last said so. */
type Active = { id: string; name: string; tries: number; beat: string }

/**
 * Gives back, about once a second until stopped, the jobs of workers that died in the middle of them: those whose beat did
 * not change over five seconds in which this worker saw each of its own looks answered. No clock is compared with another,
 * so neither a jump of one nor a database that was away makes a living worker look dead. A job given back is next in its
 * queue and has used up one try; pg-boss itself would find it out after its time to expire, a quarter of an hour.
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
    // What was seen before is no proof any more: meanwhile nobody could say anything.
    seen = new Map()
    log.warn('no look for lost jobs', { reason })
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
