import { sql } from 'kysely'
import { authDatabase } from '../../../platform/database/connections.server.ts'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import type { RequestUser } from '../../../platform/session/signed-in-user.ts'
import { type StaffRole, staffRoles } from '../../../values/staff-role.ts'

/** The roles of staff that must have a second factor, in their usual order. */
export async function findSecondFactorRoles(admin: AdminActor): Promise<StaffRole[]> {
  const row = await admin.tx
    .selectFrom('installation')
    .select('second_factor_roles')
    .executeTakeFirstOrThrow()
  return staffRoles.filter((role) => row.second_factor_roles.includes(role))
}

/** Whether someone has a second factor of any kind: codes, a passkey, or the provider's for this session. */
export async function hasSecondFactor(
  self: Pick<RequestUser, 'userId' | 'sessionId'>,
): Promise<boolean> {
  const { rows } =
    await sql`select from "user" u where u.id = ${self.userId} and (u."twoFactorEnabled"
    or exists (select from passkey p where p.user_id = u.id)
    or exists (select from session s where s.id = ${self.sessionId} and s.has_provider_factor))`.execute(
      authDatabase,
    )
  return rows.length > 0
}

/** How many active people have a role, and how many of them have no second factor. */
export type RoleCoverage = Record<StaffRole, { people: number; without: number }>

/** Counts of active staff by role, for the decision of whom to require a second factor. */
export async function countSecondFactors(): Promise<RoleCoverage> {
  const { rows } = await sql<{ role: StaffRole; people: number; without: number }>`
    select r.role, count(*)::int as people, (count(*) filter (where not u."twoFactorEnabled"
      and not exists (select from passkey p where p.user_id = u.id)))::int as without
    from staff_role r join "user" u on u.id = r.user_id and u.role = 'admin' and u.status = 'active'
    group by r.role`.execute(authDatabase)
  const none = { people: 0, without: 0 }
  const counts = new Map(rows.map(({ role, people, without }) => [role, { people, without }]))
  return Object.fromEntries(
    staffRoles.map((role) => [role, counts.get(role) ?? none]),
  ) as RoleCoverage
}

type Requirement = {
  roles: readonly StaffRole[]
  /** The roles that the form showed. */
  before: readonly string[]
  ownFactor: boolean
}

/**
 * Requires a second factor of these roles of staff, and of no others. Refused for a role of one's own without a second
 * factor, and when the roles changed since the form was shown. Audited.
 */
export async function requireSecondFactor(
  admin: AdminActor,
  { roles, before, ownFactor }: Requirement,
): Promise<
  { roles: readonly StaffRole[] } | { refused: 'none-of-your-own' } | { refused: 'outdated' }
> {
  if (!ownFactor && (await hasOwnRole(admin, roles))) return { refused: 'none-of-your-own' }
  const sorted = staffRoles.filter((role) => roles.includes(role))
  const { numUpdatedRows } = await admin.tx
    .updateTable('installation')
    .set({ second_factor_roles: sorted })
    .where(sql<boolean>`second_factor_roles <@ ${sql.val(before)}::text[]
      and second_factor_roles @> ${sql.val(before)}::text[]`)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { roles: sorted } : { refused: 'outdated' }
}

async function hasOwnRole(admin: AdminActor, roles: readonly StaffRole[]): Promise<boolean> {
  const { rows } = await sql`select from auth.staff
    where user_id = ${admin.userId} and role = any(${sql.val(roles)}::text[])`.execute(admin.tx)
  return rows.length > 0
}
