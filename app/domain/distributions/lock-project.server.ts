import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'

/** A distribution whose project is locked, so that sending and voiding it are serialised; null for an unknown id. */
export async function lockProjectOf(admin: AdminActor, distributionId: string) {
  await sql`select from project where id = (select project_id from distribution where id = ${distributionId})
    for no key update`.execute(admin.tx)
  const row = await admin.tx
    .selectFrom('distribution')
    .leftJoin('distribution_void as voiding', 'voiding.distribution_id', 'distribution.id')
    .select(['distribution.project_id', 'distribution.dated_on', 'voiding.reason'])
    .where('distribution.id', '=', distributionId)
    .executeTakeFirst()
  return row
    ? { projectId: row.project_id, datedOn: row.dated_on, isVoided: row.reason !== null }
    : null
}
