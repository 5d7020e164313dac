import { randomUUID } from 'node:crypto'
import type { AdminActor, WorkerActor } from '../../platform/database/database.server.ts'
import { leaveToLatest } from '../../platform/jobs/jobs.server.ts'
import { concernedTransactions, type MatchingCause } from './concerned-transactions.server.ts'
import { matchTransaction } from './match-transaction.server.ts'
import { readPayers } from './matching-facts.server.ts'
import { type ReadyMatch, suggestMatches } from './suggest-matches.server.ts'

type Commands = {
  worker: <Result>(work: (worker: WorkerActor) => Promise<Result>) => Promise<Result>
  office: <Result>(work: (admin: AdminActor) => Promise<Result>) => Promise<Result>
}

/** Job: `matchOpenTransactions`, once for a burst of the same change. */
export async function matchAutomatically(
  cause: MatchingCause,
  { worker, office }: Commands,
): Promise<void> {
  if (await worker((actor) => leaveToLatest(actor, 'match-transactions', cause))) return
  await matchOpenTransactions(office, cause)
}

/** Each batch is its own database transaction, so that people can match in between. */
const batchSize = 25

/**
 * Suggests matches for the open transactions that a change concerns and makes those that need no person, each in a separate
 * database transaction. One that is refused, because it was just matched or its investment changed, stays a suggestion.
 * @internal
 */
export async function matchOpenTransactions(
  office: Commands['office'],
  cause: MatchingCause = {},
): Promise<void> {
  const open = await office((admin) => concernedTransactions(admin, cause))
  if (open.length === 0) return
  const payers = await office(readPayers)
  for (let from = 0; from < open.length; from += batchSize) {
    const batch = { ids: open.slice(from, from + batchSize), payers }
    const ready = await office((admin) => suggestMatches(admin, batch))
    for (const match of ready) await makeMatch(office, match)
    if (ready.length > 0) await office((admin) => suggestMatches(admin, batch))
  }
}

function makeMatch(
  office: Commands['office'],
  { transactionId, investmentId, amountMinor, because }: ReadyMatch,
) {
  const parts = [{ investmentId, minor: amountMinor }]
  const input = { key: randomUUID(), transactionId, parts, automatic: because }
  return office((admin) => matchTransaction(admin, input))
}
