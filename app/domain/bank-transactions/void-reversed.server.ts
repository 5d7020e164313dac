import type { AdminActor } from '../../platform/database/database.server.ts'
import type { StoredSuggestion } from './bank-transaction.ts'
import { excludeTransaction, type TransactionDecided } from './decide-transaction.server.ts'
import { findTransaction } from './find-transaction.server.ts'
import { type MatchUndone, undoMatch } from './undo-match.server.ts'

/**
 * Voids the payments of a transaction that the provider took back, and excludes it together with its reversal. Refused
 * when the reversal takes back nothing that is matched, and for what a void is refused for.
 */
export async function voidReversed(
  admin: AdminActor,
  { key, reversalId, reason }: { key: string; reversalId: string; reason: string },
): Promise<MatchUndone | TransactionDecided> {
  const reversal = await findTransaction(admin, reversalId)
  const suggested = reversal?.suggestions.find(isReversal)
  if (!suggested) return { refused: 'not-found' }
  const { transactionId } = suggested
  const undone = await undoMatch(admin, { key, transactionId, reason })
  if ('refused' in undone) return undone
  const exclusion = { exclusion: 'reversal-pair' as const, reason }
  for (const id of [transactionId, reversalId]) {
    const excluded = await excludeTransaction(admin, { transactionId: id, ...exclusion })
    if ('refused' in excluded) return excluded
  }
  return undone
}

const isReversal = (
  suggestion: StoredSuggestion,
): suggestion is StoredSuggestion & { kind: 'reversal' } => suggestion.kind === 'reversal'
