import { sql } from 'kysely'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { isId } from '../../../values/id.ts'
import type { AccountRole } from '../account.ts'
import { type AccountRefusal, publishAccountChange } from '../account-changed.server.ts'

/** Done; or why not. `same`: they are that already. */
export type RoleChanged = { role: AccountRole } | { refused: AccountRefusal }

/**
 * Makes somebody an administrator or an investor (MUS-012, MUS-033). Their sessions end, so the new rights begin with
 * the next sign-in (MUS-014). Refused for oneself, and where it would leave no active administrator, also when two
 * demote each other at once: the database lets them take turns and counts again (MUS-054). An investor who is promoted
 * keeps their record. Publishes account.role-changed.
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
