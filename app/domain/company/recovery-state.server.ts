import type { AdminActor, WorkerActor } from '../../platform/database/database.server.ts'

/** When this installation was last backed up, restored for trial and verified; null for never. */
export type RecoveryState = {
  backupAt: Date | null
  backupMissing: number
  backupFailedAt: Date | null
  backupFailure: string | null
  drillAt: Date | null
  drillFailedAt: Date | null
  verifyAt: Date | null
  verifyFailedAt: Date | null
}

/** Reads the one row, which the commands of server/recovery write. */
export async function recoveryState({ tx }: AdminActor | WorkerActor): Promise<RecoveryState> {
  return tx
    .selectFrom('recovery_state')
    .select(['backup_at as backupAt', 'backup_missing as backupMissing'])
    .select(['backup_failed_at as backupFailedAt', 'backup_failure as backupFailure'])
    .select(['drill_at as drillAt', 'drill_failed_at as drillFailedAt'])
    .select(['verify_at as verifyAt', 'verify_failed_at as verifyFailedAt'])
    .executeTakeFirstOrThrow()
}
