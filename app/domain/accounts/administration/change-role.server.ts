import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { isId } from '../../../values/id.ts'
import type { AccountRole } from '../account.ts'
import { type AccountRefusal, publishAccountChange } from '../account-changed.server.ts'

/** Done; or why not. `same`: they are that already. */
export type RoleChanged = { role: AccountRole } | { refused: AccountRefusal }

/**
 * Changes a role and ends the person's sessions. Refused for oneself and where no active administrator would
 * remain; concurrent changes are serialised by the database. Publishes account.role-changed.
 */
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
