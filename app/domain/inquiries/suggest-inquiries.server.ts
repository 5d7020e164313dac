import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'

/** `matching` counts all matches. */
export type SuggestedInquiry = { id: string; name: string; about: string; matching: number }

/** The latest inquiries by sender and subject, a few, without suspected spam. */
export function suggestInquiries(
  admin: AdminActor,
  q: string,
  most: number,
): Promise<SuggestedInquiry[]> {
  const found = admin.tx
    .selectFrom('inquiry')
    .select([
      'id',
      'name',
      'received_at',
      sql<string>`coalesce(subject, left(message, 80))`.as('about'),
    ])
    .where('suspected_spam', '=', false)
    .where(matching(q, ['name', 'email', 'subject'], ['phone']))
  return foundFirst(admin, found)
    .selectFrom('found')
    .select(['id', 'name', 'about', sql<number>`(count(*) over ())::int`.as('matching')])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
