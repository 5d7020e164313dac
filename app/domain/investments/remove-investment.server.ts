import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { findInvestmentInFull, type InvestmentInFull } from './investment-in-full.server.ts'

export type InvestmentRemoved =
  | { removed: 'archived' | 'deleted' }
  | { refused: 'not-found' | 'active' | 'archived' | 'has-history-now' | 'has-none-now' }

export type Removal = 'archive' | 'delete'

/**
 * Archives an investment with a history and deletes one without; refused when this differs from `as`, which was
 * confirmed, and for active ones. Archived ones still count in totals. Publishes investment.removed.
 */
export async function removeInvestment(
  admin: AdminActor,
  investmentId: string,
  as: Removal,
): Promise<InvestmentRemoved> {
  // Ledger entries lock the investment too, so none is written concurrently.
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where('id', '=', investmentId)
    .forUpdate()
    .execute()
  const was = await findInvestmentInFull(admin, investmentId)
  const refusal = refusalOf(was, as)
  if (refusal) return refusal
  if (as === 'delete')
    await admin.tx.deleteFrom('investment').where('id', '=', investmentId).execute()
  else await setArchived(admin, investmentId, clock.now())
  if (was) await publish(admin, { kind: 'investment.removed', ...idsOf(was) })
  return { removed: as === 'delete' ? 'deleted' : 'archived' }
}

function refusalOf(was: InvestmentInFull | null, as: Removal): InvestmentRemoved | null {
  if (!was) return { refused: 'not-found' }
  if (was.isArchived) return { refused: 'archived' }
  if (was.status === 'active') return { refused: 'active' }
  if (as === 'delete' && was.hasHistory) return { refused: 'has-history-now' }
  return as === 'archive' && !was.hasHistory ? { refused: 'has-none-now' } : null
}

export type InvestmentRestored =
  | { investmentId: string }
  | { refused: 'not-found' | 'not-archived' }

/** Restores an archived investment to the list. Publishes investment.restored. */
export async function restoreInvestment(
  admin: AdminActor,
  investmentId: string,
): Promise<InvestmentRestored> {
  await admin.tx
    .selectFrom('investment')
    .select('id')
    .where('id', '=', investmentId)
    .forNoKeyUpdate()
    .execute()
  const was = await findInvestmentInFull(admin, investmentId)
  if (!was) return { refused: 'not-found' }
  if (!was.isArchived) return { refused: 'not-archived' }
  await setArchived(admin, investmentId, null)
  await publish(admin, { kind: 'investment.restored', ...idsOf(was) })
  return { investmentId }
}

function setArchived(admin: AdminActor, investmentId: string, at: Date | null) {
  return admin.tx
    .updateTable('investment')
    .set({ archived_at: at })
    .where('id', '=', investmentId)
    .execute()
}

function idsOf({ id, investor, project }: InvestmentInFull) {
  return { investmentId: id, investorId: investor.id, projectId: project.id }
}
