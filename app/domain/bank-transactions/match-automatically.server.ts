import { randomUUID } from 'node:crypto'
import type { AdminActor, WorkerActor } from '../../platform/database/database.server.ts'
import { leaveToLatest } from '../../platform/jobs/jobs.server.ts'
import { matchTransaction } from './match-transaction.server.ts'
import { suggestMatches } from './suggest-matches.server.ts'

type Commands = {
  worker: <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>
  office: <Result>(work: (admin: AdminActor) => Promise<Result>) => Promise<Result>
}

/** Job: `matchOpenTransactions`, once for a burst of changes. */
export async function matchAutomatically({ worker, office }: Commands): Promise<void> {
  if (await worker((actor) => leaveToLatest(actor, 'match-transactions', {}))) return
  await matchOpenTransactions(office)
}

/**
 * Suggests matches for the open transactions and makes those that need no person, each in a separate database transaction.
 * One that is refused, because it was just matched or its investment changed, stays a suggestion. @internal
 */
export async function matchOpenTransactions(office: Commands['office']): Promise<void> {
  const ready = await office(suggestMatches)
  for (const { transactionId, investmentId, amountMinor, because } of ready) {
    const parts = [{ investmentId, minor: amountMinor }]
    const input = { key: randomUUID(), transactionId, parts, automatic: because }
    await office((admin) => matchTransaction(admin, input))
  }
  if (ready.length > 0) await office(suggestMatches)
}
