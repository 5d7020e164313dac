import { sql } from 'kysely'
import type { WorkerActor } from '../database/database.server.ts'

type JobCounts = { queue: string; waiting: number; active: number; failed: number }

/** Waiting, active and failed jobs by queue, as pg-boss counted them within the last minute. */
export async function jobCounts(worker: WorkerActor): Promise<JobCounts[]> {
  const { rows } =
    await sql<JobCounts>`select name as queue, queued_count as waiting, active_count as active,
    failed_count as failed from pgboss.queue where name not like '\\_\\_%' order by name`.execute(
      worker.tx,
    )
  return rows
}
