import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { foundFirst, matching } from '../../platform/database/search.server.ts'
import type { DocumentType } from './document.ts'

/** `matching` counts all matches, including those not returned. */
export type SuggestedDocument = {
  id: string
  title: string
  documentType: DocumentType
  project: string | null
  matching: number
}

/** The latest active documents whose title matches, a few. */
export function suggestDocuments(
  admin: AdminActor,
  q: string,
  most: number,
): Promise<SuggestedDocument[]> {
  const found = admin.tx
    .selectFrom('document')
    .leftJoin('project', 'project.id', 'document.project_id')
    .select([
      'document.id',
      'document.title',
      'document.document_type as documentType',
      'project.name as project',
      'document.uploaded_at',
    ])
    .where('document.status', '=', 'active')
    .where(matching(q, ['document.title']))
  return foundFirst(admin, found)
    .selectFrom('found')
    .select(['id', 'title', 'documentType', 'project'])
    .select(sql<number>`(count(*) over ())::int`.as('matching'))
    .orderBy('uploaded_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}
