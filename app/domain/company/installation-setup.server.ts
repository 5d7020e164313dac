import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { Company } from './company.ts'

/**
 * The settings of an earlier start; null at the first. Concurrent first starts are serialised until
 * commit. Loading the demo may take longer than a request may.
 */
export async function lockInstallation(admin: AdminActor): Promise<{ demo: boolean } | null> {
  await sql`select pg_advisory_xact_lock(hashtext('msingi installation')),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(admin.tx)
  const known = await admin.tx.selectFrom('installation').select('demo').executeTakeFirst()
  return known ?? null
}

/** Stores once whether this is a demo, and the initial company. */
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
