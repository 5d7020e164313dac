import { type AdminActor, transact, type WorkerActor } from '../database/database.server.ts'

/** Runs `work` in one transaction as the background worker. For jobs only. */
export function workerCommand<Result>(
  work: (worker: WorkerActor) => Promise<Result>,
): Promise<Result> {
  return transact({ role: 'system' }, work)
}

/** Runs `work` with an administrator's rights for a command line program, audited as `command`. */
export function terminalCommand<Result>(
  work: (admin: AdminActor) => Promise<Result>,
): Promise<Result> {
  return transact({ role: 'admin', userId: null, audited: 'command' }, work)
}

/** Runs `work` with an administrator's rights for a job, audited as `worker`. */
export function officeJob<Result>(work: (admin: AdminActor) => Promise<Result>): Promise<Result> {
  return transact({ role: 'admin', userId: null, audited: 'worker' }, work)
}
