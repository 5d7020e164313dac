import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'

/** `downloads` counts the investor's own. */
export type PersonalDocument = { id: string; title: string; uploadedAt: Date; downloads: number }

/** The latest documents of one investor alone, at most `count`, without those of their projects. */
export async function personalDocumentsOf(
  admin: AdminActor,
  { investorId, userId }: { investorId: string; userId: string | null },
  count: number,
): Promise<PersonalDocument[]> {
  const rows = await admin.tx
    .selectFrom('document')
    .select(['id', 'title', 'uploaded_at'])
    .select(
      sql<number>`(select count(*)::int from audit_log l where l.subject_id = document.id::text
        and l.subject = 'document' and l.act = 'download' and l.actor_id = ${userId})`.as(
        'downloads',
      ),
    )
    .where('investor_id', '=', investorId)
    .where('status', '=', 'active')
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ uploaded_at: uploadedAt, ...row }) => ({ ...row, uploadedAt }))
}
