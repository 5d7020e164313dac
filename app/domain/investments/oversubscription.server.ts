import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type Cents, zero } from '../../values/money.ts'

/** What an administrator is asked before an investment goes beyond the offer: what is left, and what requests reserve. */
export type Oversubscription = { left: Cents; reserved: Cents; requests: number }

/**
 * Whether `more` is more than the project still offers, open requests counted; null when it is not, and where the
 * project does not say what it offers. Holds the project until the commit, so that no one takes of it meanwhile.
 */
export async function findOversubscription(
  admin: AdminActor,
  projectId: string,
  more: Cents,
): Promise<Oversubscription | null> {
  if (more <= zero) return null
  await lockOffer(admin, projectId)
  const { rows } = await sql<{ left: Cents | null; reserved: Cents; requests: number }>`
    select o.left_cents as left, coalesce(sum(r.amount_cents), 0)::bigint as reserved, count(r.id)::int as requests
    from app.offer_of(${projectId}) o
    left join investment_request r on r.project_id = ${projectId} and r.status = 'pending' and r.reserved_until > now()
    group by o.left_cents`.execute(admin.tx)
  const [row] = rows
  if (!row || row.left === null || more <= row.left) return null
  return { ...row, left: row.left > zero ? row.left : zero }
}

/**
 * Takes one's turn at what a project offers, as sending a request does: until the commit no one else can take of
 * it.
 */
export async function lockOffer(admin: AdminActor, projectId: string): Promise<void> {
  await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .execute()
}

/**
 * What a project has left when everything reserved is given: below zero when that is too much. Null where it does not say
 * what it offers.
 */
export async function remainingAfterOthers(
  admin: AdminActor,
  projectId: string,
): Promise<Cents | null> {
  const { rows } = await sql<{ left_cents: Cents | null }>`
    select left_cents from app.offer_of(${projectId})`.execute(admin.tx)
  return rows[0]?.left_cents ?? null
}
