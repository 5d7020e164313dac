import type { AdminActor } from '../../platform/database/database.server.ts'

/** Documents with the columns of their export, in any order. */
export function documentLines(admin: AdminActor, ids: string[]) {
  return admin.tx
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .leftJoin('project', 'project.id', 'document.project_id')
    .leftJoin('investor', 'investor.id', 'document.investor_id')
    .select([
      'document.id',
      'document.title',
      'document.document_type',
      'document.description',
      'document.status',
    ])
    .select([
      'document.uploaded_at',
      'stored_file.original_name',
      'stored_file.media_type',
      'stored_file.byte_size',
    ])
    .select(['stored_file.sha256', 'project.name as project', 'investor.full_name as investor'])
    .select('investor.email as investor_email')
    .where('document.id', 'in', ids)
    .execute()
}
