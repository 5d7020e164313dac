import { sql } from 'kysely'
import type { z } from 'zod'
import type { AdminActor } from '../../../platform/database/database.server.ts'
import { exactlyOnce } from '../../../platform/database/exactly-once.server.ts'
import type { AddStaffSchema } from './administration-schema.ts'
import { changeRoles } from './change-roles.server.ts'

export type StaffAdded =
  | { userId: string }
  | { refused: 'email-in-use' | 'not-allowed' | 'key-reused' }

/**
 * Opens a pending account of a member of staff, without an investor record, and queues its invitation. Refused for an
 * address in use, by an account or an investor, and without the permission `users`.
 */
export function addStaff(
  admin: AdminActor,
  { key, name, email, roles }: z.output<typeof AddStaffSchema>,
): Promise<StaffAdded> {
  const input = { name, email, roles: roles.toSorted().join(' ') }
  return exactlyOnce(admin, 'add-staff', key, input, async (): Promise<StaffAdded> => {
    await sql`select pg_advisory_xact_lock(hashtext(${`email:${email}`}))`.execute(admin.tx)
    const { rows: taken } = await sql<{ taken: boolean }>`
      select exists (select from auth.sign_in_account where email = ${email})
        or exists (select from investor where email = ${email}) as taken`.execute(admin.tx)
    if (taken[0]?.taken) return { refused: 'email-in-use' }
    const { rows } = await sql<{
      id: string
    }>`select auth.open_account(${name}, ${email}, 'investor') as id`.execute(admin.tx)
    const userId = rows[0]?.id ?? ''
    const changed = await changeRoles(admin, { userId, roles })
    return 'refused' in changed ? { refused: 'not-allowed' } : { userId }
  })
}
