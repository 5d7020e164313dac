import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { isId } from '../../../values/id.ts'
import type { StaffRole } from '../../../values/staff-role.ts'
import { type AccountRefusal, publishAccountChange } from '../account-changed.server.ts'

export type RolesChanged = { roles: readonly StaffRole[] } | { refused: AccountRefusal }

/**
 * Gives an account these roles of staff; with none it becomes an investor's account. Ends its sessions. Refused for
 * oneself, for the last owner, and without the permission `users`. Publishes account.role-changed.
 */
export async function changeRoles(
  admin: AdminActor,
  { userId, roles }: { userId: string; roles: readonly StaffRole[] },
): Promise<RolesChanged> {
  if (!isId(userId)) return { refused: 'unknown' }
  const { rows } = await sql<{ outcome: AccountRefusal | 'changed' }>`
    select auth.change_roles(${userId}, ${sql.val(roles)}::text[]) as outcome`.execute(admin.tx)
  const outcome = rows[0]?.outcome ?? 'unknown'
  if (outcome !== 'changed') return { refused: outcome }
  await publishAccountChange(admin, 'role-changed', userId)
  return { roles }
}
