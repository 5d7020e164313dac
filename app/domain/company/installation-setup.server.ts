import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { Company } from './company.ts'

/**
 * What an earlier start settled, or null at the first. Two first starts on one database take turns until the
 * transaction ends, and it may pause for longer than a request may, because loading the demo does.
 */
export async function lockInstallation(admin: AdminActor): Promise<{ demo: boolean } | null> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi installation')),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(admin.tx)
  const known = await admin.tx.selectFrom('installation').select('demo').executeTakeFirst()
  return known ?? null
}

/** Keeps, once and for all, whether this is a demo, and the company it begins with. */
export async function initialiseInstallation(
  admin: AdminActor,
  { demo, company }: { demo: boolean; company: Company },
): Promise<void> {
  await admin.tx.insertInto('installation').values({ demo }).execute()
  await admin.tx
    .insertInto('company')
    .values({ facts: sql`${JSON.stringify(company)}::jsonb` })
    .execute()
}
