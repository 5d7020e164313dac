import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { isId } from '../../../values/id.ts'
import { type AccountRefusal, publishAccountChange } from '../account-changed.server.ts'

export type SettableStatus = 'active' | 'inactive'

export type StatusChanged = { status: SettableStatus } | { refused: AccountRefusal }

/**
 * Activates or deactivates an account; deactivating ends sessions and links. Refused for oneself
 * and for the last active administrator. Publishes account.status-changed.
 */
export async function changeStatus(
  admin: AdminActor,
  { userId, status }: { userId: string; status: SettableStatus },
): Promise<StatusChanged> {
  if (!isId(userId)) return { refused: 'unknown' }
  const { rows } = await sql<{ outcome: AccountRefusal | 'changed' }>`
    select auth.change_status(${userId}, ${status}) as outcome`.execute(admin.tx)
  const outcome = rows[0]?.outcome ?? 'unknown'
  if (outcome !== 'changed') return { refused: outcome }
  await publishAccountChange(admin, 'status-changed', userId)
  return { status }
}
