import { sql } from 'kysely'
import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type CompanySettings, companySettings } from './company.server.ts'
import type { CompanyInput } from './company-schema.ts'

/** On a conflict, with the stored company. */
export type CompanyChanged =
  | { version: number }
  | { refused: 'version-conflict'; now: CompanySettings }

/** Replaces all company settings. Refused when `version` is outdated. Audited. Publishes company.changed. */
export async function changeCompany(
  admin: AdminActor,
  { version, company }: CompanyInput,
): Promise<CompanyChanged> {
  await admin.tx.selectFrom('company').select('only_one').forUpdate().executeTakeFirstOrThrow()
  const now = await companySettings(admin)
  if (now.version !== version) return { refused: 'version-conflict', now }
  const next = version + 1
  await admin.tx
    .updateTable('company')
    .set({ facts: sql`${JSON.stringify(company)}::jsonb`, version: next, updated_at: clock.now() })
    .execute()
  await publish(admin, { kind: 'company.changed' })
  return { version: next }
}
