import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { readCompany } from '../company/company.server.ts'
import type { Company } from '../company/company.ts'

/** The company in an earlier version, from the audit log; null for an unknown version. */
export async function companyAsOf(admin: AdminActor, version: number): Promise<Company | null> {
  const row = await admin.tx
    .selectFrom('audit_log')
    .select(sql<unknown>`before -> 'facts'`.as('facts'))
    .where('subject', '=', 'company')
    .where(sql`before ->> 'version'`, '=', String(version))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? readCompany(row.facts) : null
}
