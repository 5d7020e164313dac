import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { type Cents, zero } from '../../values/money.ts'

/** What is left of the offer, and what open requests reserve. */
export type Oversubscription = { left: Cents; reserved: Cents; requests: number }

/** Whether `more` exceeds the offer and open requests; null when not. Locks the offer until commit. */
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

/** Locks a project's offer until commit, as sending a request does. */
export async function lockOffer(admin: AdminActor, projectId: string): Promise<void> {
  await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .forNoKeyUpdate()
    .execute()
}

/** What a project has left after all reservations, possibly negative; null without a stated offer. */
export async function remainingAfterOthers(
  admin: AdminActor,
  projectId: string,
): Promise<Cents | null> {
  const { rows } = await sql<{ left_cents: Cents | null }>`
    select left_cents from app.offer_of(${projectId})`.execute(admin.tx)
  return rows[0]?.left_cents ?? null
}
