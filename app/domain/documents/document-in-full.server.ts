import { sql } from 'kysely'
import type { AdminActor } from '../../platform/database/database.server.ts'
import type { DocumentAudience, DocumentType } from './document.ts'
import { isUnreadable } from './document-file.ts'

export type DocumentFile = {
  number: number
  originalName: string
  mediaType: string
  byteSize: number
  uploadedBy: string | null
  uploadedAt: Date
}

/** `file` is the current one. */
export type DocumentInFull = {
  id: string
  title: string
  description: string | null
  documentType: DocumentType
  project: { id: string; name: string } | null
  investor: { id: string; name: string; email: string } | null
  audience: DocumentAudience
  file: DocumentFile
  isArchived: boolean
  version: number
  preview: { width: number; height: number } | null
  /** A preview was tried and failed: the file may be damaged or locked. */
  isUnreadable: boolean
  /** An investor has downloaded it: it is archived instead of deleted. */
  isRead: boolean
  /** It is the proof of a milestone, and archived instead of deleted. */
  isProof: boolean
}

const isRead = sql<boolean>`document_read_by_investor(document.id)`.as('is_read')
const isProof =
  sql<boolean>`exists (select from milestone_reached m where m.document_id = document.id)`.as(
    'is_proof',
  )

/** One document, archived or not; null for an unknown id. */
export async function findDocument(
  admin: AdminActor,
  documentId: string,
): Promise<DocumentInFull | null> {
  const row = await admin.tx
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .leftJoin('file_preview', 'file_preview.file_id', 'document.file_id')
    .leftJoin('project', 'project.id', 'document.project_id')
    .leftJoin('investor', 'investor.id', 'document.investor_id')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'document.uploaded_by')
    .select([
      'document.id',
      'document.title',
      'document.description',
      'document.document_type',
      'document.status',
    ])
    .select([
      'document.version',
      'document.file_number',
      'document.uploaded_at',
      'document.project_id',
    ])
    .select(['document.investor_id', 'project.name as project', 'investor.full_name as investor'])
    .select([
      'investor.email',
      'account.name as uploaded_by',
      'file_preview.width',
      'file_preview.height',
    ])
    .select('file_preview.file_id as drawn_of')
    .select(['stored_file.original_name', 'stored_file.media_type', 'stored_file.byte_size'])
    .select([isRead, isProof])
    .where('document.id', '=', documentId)
    .executeTakeFirst()
  if (!row) return null
  const { project_id: projectId, investor_id: investorId } = row
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    documentType: row.document_type,
    project: projectId === null ? null : { id: projectId, name: row.project ?? 'Unknown Project' },
    investor:
      investorId === null
        ? null
        : { id: investorId, name: row.investor ?? 'Unknown Investor', email: row.email ?? '' },
    audience: investorId ? 'investor' : projectId ? 'project' : 'administrators',
    file: fileOf({ ...row, number: row.file_number }),
    isArchived: row.status === 'archived',
    version: row.version,
    preview:
      row.width === null || row.height === null ? null : { width: row.width, height: row.height },
    isUnreadable: isUnreadable(row),
    isRead: row.is_read,
    isProof: row.is_proof,
  }
}

const mostFiles = 100

/** Earlier files of a document, latest first, at most a hundred. */
export async function earlierFilesOf(
  admin: AdminActor,
  documentId: string,
): Promise<DocumentFile[]> {
  const rows = await admin.tx
    .selectFrom('earlier_file')
    .innerJoin('stored_file', 'stored_file.id', 'earlier_file.file_id')
    .leftJoin('auth.sign_in_account as account', 'account.id', 'earlier_file.uploaded_by')
    .select(['earlier_file.number', 'earlier_file.uploaded_at', 'account.name as uploaded_by'])
    .select(['stored_file.original_name', 'stored_file.media_type', 'stored_file.byte_size'])
    .where('earlier_file.document_id', '=', documentId)
    .orderBy('earlier_file.number', 'desc')
    .limit(mostFiles)
    .execute()
  return rows.map(fileOf)
}

type FileRow = {
  number: number
  original_name: string
  media_type: string
  byte_size: bigint
  uploaded_by: string | null
  uploaded_at: Date
}

function fileOf(row: FileRow): DocumentFile {
  return {
    number: row.number,
    originalName: row.original_name,
    mediaType: row.media_type,
    byteSize: Number(row.byte_size),
    uploadedBy: row.uploaded_by,
    uploadedAt: row.uploaded_at,
  }
}
