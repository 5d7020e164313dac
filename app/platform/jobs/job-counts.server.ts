import { sql } from 'kysely'
import type { WorkerActor } from '../database/database.server.ts'

type JobCounts = { queue: string; waiting: number; active: number; failed: number }

/** How many jobs of each queue wait, are being done and were given up, as pg-boss counted them last, a minute ago at most. */
export async function jobCounts(worker: WorkerActor): Promise<JobCounts[]> {
  const { rows } =
    await sql<JobCounts>`select name as queue, queued_count as waiting, active_count as active,
    failed_count as failed from pgboss.queue where name not like '\\_\\_%' order by name`.execute(
      worker.tx,
    )
  return rows
}
