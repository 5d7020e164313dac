import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'

/**
 * Whether this record is the acting administrator's own: linked, or with their email. Triggers
 * refuse the same on ledger entries and requests.
 */
export async function isOwnInvestor(admin: AdminActor, investorId: string): Promise<boolean> {
  const { rows } = await sql<{
    own: boolean
  }>`select app.is_own_investor(${investorId}) as own`.execute(admin.tx)
  return rows[0]?.own ?? false
}

/** Those of these records that are the acting administrator's own, in one query. */
export async function findOwnInvestors(
  admin: AdminActor,
  investorIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${investorIds}::uuid[]) as asked(id) where app.is_own_investor(id)`.execute(
    admin.tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** `isOwnInvestor` as a column, for a reference to an investor's id. */
export const isOwnInvestorIn = (reference: string) =>
  sql<boolean>`app.is_own_investor(${sql.ref(reference)})`
