import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { changeStatus } from '../accounts/administration/change-status.server.ts'
import { lockAccounts } from '../accounts/administration/rename-account.server.ts'
import { lockAudienceForNewInvestor } from './audience-lock.server.ts'
import { findInvestor, type KnownInvestor } from './find-investor.server.ts'
import { type InvestorHistory, type Removal, removalOf } from './removal.ts'

export type RemovableInvestor = { investor: KnownInvestor; history: InvestorHistory }

export type InvestorRemoved =
  | { removed: 'archived' | 'deleted' }
  | { refused: 'not-found' | 'archived' | 'has-history-now' | 'has-none-now' }
  | { refused: 'active-investments'; count: number }
  | { refused: 'oneself' | 'last-administrator' | 'not-allowed' }

/** An investor with their history; null for an unknown id. */
export async function findRemovableInvestor(
  admin: AdminActor,
  investorId: string,
): Promise<RemovableInvestor | null> {
  const investor = await findInvestor(admin, investorId)
  if (!investor) return null
  const { rows } = await sql<InvestorHistory>`
    select investments, active_investments as "activeInvestments", documents, notifications, inquiries,
      requests, open_requests as "openRequests"
    from app.investor_history(${investorId})`.execute(admin.tx)
  const [history] = rows
  if (!history) throw new Error('an investor has no history at all, not even an empty one')
  return { investor, history }
}

/**
 * Archives an investor with a history and deletes one without; refused when this differs from `as`, and with active
 * investments. Ends sessions and closes the account; its address stays reserved. Publishes investor.removed.
 */
export async function removeInvestor(
  admin: AdminActor,
  investorId: string,
  as: Removal,
): Promise<InvestorRemoved> {
  await lockAccounts(admin, null)
  await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('id', '=', investorId)
    .forNoKeyUpdate()
    .execute()
  const was = await findRemovableInvestor(admin, investorId)
  const refused = refusalOf(was, as)
  if (refused || !was) return refused ?? { refused: 'not-found' }
  if (was.investor.account) {
    const closed = await changeStatus(admin, {
      userId: was.investor.account.id,
      status: 'inactive',
    })
    if ('refused' in closed && closed.refused !== 'same' && closed.refused !== 'unknown') {
      return { refused: closed.refused }
    }
  }
  if (as === 'delete') await admin.tx.deleteFrom('investor').where('id', '=', investorId).execute()
  else await setArchived(admin, investorId, clock.now())
  await publish(admin, { kind: 'investor.removed', investorId })
  return { removed: as === 'delete' ? 'deleted' : 'archived' }
}

function refusalOf(was: RemovableInvestor | null, as: Removal): InvestorRemoved | null {
  if (!was) return { refused: 'not-found' }
  if (was.investor.isArchived) return { refused: 'archived' }
  const { activeInvestments } = was.history
  if (activeInvestments > 0) return { refused: 'active-investments', count: activeInvestments }
  const due = removalOf(was.history)
  if (due === as) return null
  return { refused: due === 'archive' ? 'has-history-now' : 'has-none-now' }
}

export type InvestorRestored =
  | { restored: true }
  | { refused: 'not-found' | 'not-archived' | 'not-allowed' }

/** Restores an archived investor. The account stays closed unless `reopen`. Publishes investor.restored. */
export async function restoreInvestor(
  admin: AdminActor,
  investorId: string,
  { reopen }: { reopen: boolean },
): Promise<InvestorRestored> {
  await lockAudienceForNewInvestor(admin)
  await lockAccounts(admin, null)
  await admin.tx
    .selectFrom('investor')
    .select('id')
    .where('id', '=', investorId)
    .forNoKeyUpdate()
    .execute()
  const was = await findInvestor(admin, investorId)
  if (!was) return { refused: 'not-found' }
  if (!was.isArchived) return { refused: 'not-archived' }
  if (reopen && was.account) {
    const opened = await changeStatus(admin, { userId: was.account.id, status: 'active' })
    if ('refused' in opened && opened.refused === 'not-allowed') return { refused: 'not-allowed' }
  }
  await setArchived(admin, investorId, null)
  await publish(admin, { kind: 'investor.restored', investorId })
  return { restored: true }
}

function setArchived(admin: AdminActor, investorId: string, at: Date | null) {
  return admin.tx
    .updateTable('investor')
    .set({ archived_at: at })
    .where('id', '=', investorId)
    .execute()
}
