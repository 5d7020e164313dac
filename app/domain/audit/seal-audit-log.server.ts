import { sql } from 'kysely'
import type { WorkerActor } from '../../platform/database.server.ts'

type AsWorker = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>

/**
 * Seals what the audit log had at the last run and nobody can add to any more, batch by batch, each in a transaction of its
 * own (docs/decisions/014). Rows of transactions that are still at work wait for a later run. For jobs.
 */
export async function sealAuditLog(asWorker: AsWorker): Promise<void> {
  let isMore = true
  while (isMore) isMore = await asWorker(sealBatch)
}

async function sealBatch(worker: WorkerActor): Promise<boolean> {
  const { rows } = await sql<{ more: boolean }>`select seal_audit_log() as more`.execute(worker.tx)
  return rows[0]?.more ?? false
}
