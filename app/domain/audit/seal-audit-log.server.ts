import { sql } from 'kysely'
import type { WorkerActor } from '../../platform/database/database.server.ts'
import { log } from '../../platform/observability/log.server.ts'

type WorkerCommand = <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>
/** `is_more`: further rows can be sealed now. */
type Seal = { number: number; row_count: number; hash: string; is_more: boolean }

/**
 * Seals entries that no open transaction can add to, batch by batch, and logs each hash for `npm
 * run verify -- --seal`. Throws when seals are missing.
 */
export async function sealAuditLog(workerCommand: WorkerCommand): Promise<void> {
  for (
    let seal = await workerCommand(sealBatch);
    seal;
    seal = seal.is_more ? await workerCommand(sealBatch) : undefined
  ) {
    log.info('audit log sealed', { seal: seal.number, rows: seal.row_count, hash: seal.hash })
  }
}

async function sealBatch(worker: WorkerActor): Promise<Seal | undefined> {
  const { rows } =
    await sql<Seal>`select number, row_count, hash, is_more from seal_audit_log()`.execute(
      worker.tx,
    )
  return rows[0]
}
