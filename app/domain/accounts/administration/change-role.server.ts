import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { isId } from '../../../values/id.ts'
import type { AccountRole } from '../account.ts'
import { type AccountRefusal, publishAccountChange } from '../account-changed.server.ts'

export type RoleChanged = { role: AccountRole } | { refused: AccountRefusal }

/** Changes a role and ends sessions. Refused for oneself and the last administrator. Publishes account.role-changed. */
export async function changeRole(
  admin: AdminActor,
  { userId, role }: { userId: string; role: AccountRole },
): Promise<RoleChanged> {
  if (!isId(userId)) return { refused: 'unknown' }
  const { rows } = await sql<{ outcome: AccountRefusal | 'changed' }>`
    select auth.change_role(${userId}, ${role}) as outcome`.execute(admin.tx)
  const outcome = rows[0]?.outcome ?? 'unknown'
  if (outcome !== 'changed') return { refused: outcome }
  await publishAccountChange(admin, 'role-changed', userId)
  return { role }
}
