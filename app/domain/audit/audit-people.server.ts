import type { AdminActor } from '../../platform/database/database.server.ts'
import { byName } from '../../platform/database/search.server.ts'

/** Current administrators for the filter; former ones are found by the search. */
export async function auditAdministrators(
  admin: AdminActor,
): Promise<{ id: string; name: string }[]> {
  const rows = await admin.tx
    .selectFrom('auth.sign_in_account')
    .select(['id', 'name'])
    .where('role', '=', 'admin')
    .orderBy(byName('name'))
    .limit(100)
    .execute()
  return rows.flatMap(({ id, name }) => (id && name ? [{ id, name }] : []))
}
