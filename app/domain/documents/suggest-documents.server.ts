import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import type { DocumentType } from './document.ts'

/** A document as a search names it; `matching` counts all that match, those not named included. */
export type SuggestedDocument = {
  id: string
  title: string
  documentType: DocumentType
  project: string | null
  matching: number
}

/** The latest documents by words of their titles, a few; archived ones are left out. */
export function suggestDocuments(
  admin: AdminActor,
  q: string,
  most: number,
): Promise<SuggestedDocument[]> {
  return admin.tx
    .selectFrom('document')
    .leftJoin('project', 'project.id', 'document.project_id')
    .select([
      'document.id',
      'document.title',
      'document.document_type as documentType',
      'project.name as project',
    ])
    .select(sql<number>`(count(*) over ())::int`.as('matching'))
    .where('document.status', '=', 'active')
    .where(matching(q, ['document.title']))
    .orderBy(sql`(document.uploaded_at + interval '0')`, 'desc')
    .orderBy('document.id', 'desc')
    .limit(most)
    .execute()
}
