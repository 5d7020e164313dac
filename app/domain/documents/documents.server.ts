import type { Actor, AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import { matching } from '../../platform/database/search.server.ts'
import { isId } from '../../values/id.ts'
import { shownPage } from '../../values/list-query.ts'
import { type DocumentType, documentTypes, typesMatching } from './document.ts'
import { downloadName } from './document-file.ts'

/** `project` is null without one and where the reader may not see it. */
export type ListedDocumentRow = {
  id: string
  title: string
  documentType: DocumentType
  project: string | null
  uploadedAt: Date
  originalName: string
  mediaType: string
  byteSize: number
}
export type MyDocument = ListedDocumentRow

export type DocumentSearch = { q: string; type: DocumentType | null; page: number }
const rowsPerPage = 20

/** Documents the reader may see, latest first, 20 a page, by title, type and project; `since` keeps later ones. */
export async function listMyDocuments(
  reader: InvestorReader,
  { q, type, page, since = null }: DocumentSearch & { since?: Date | null },
) {
  const found = searched(reader, q, since)
  const { counts, total, shown } = await countByType(found, { type, page, pageSize: rowsPerPage })
  const rows = await ofType(found, type)
    .select(listedColumns)
    .orderBy('document.uploaded_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(rowsPerPage)
    .offset((shown - 1) * rowsPerPage)
    .execute()
  const documents: MyDocument[] = rows.map(toListedDocumentRow)
  return { documents, counts, total, page: shown, pageSize: rowsPerPage }
}

/** The number of active documents this reader may see. */
export async function countMyDocuments(reader: InvestorReader): Promise<number> {
  const { total } = await reader.tx
    .selectFrom('document')
    .where('status', '=', 'active')
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Active documents that match and were uploaded after `since`. */
function searched(reader: InvestorReader, q: string, since: Date | null) {
  const types = typesMatching(q)
  return uploadedAfter(activeDocuments(reader), since).where((row) =>
    row.or([
      matching(q, ['document.title', 'project.name']),
      ...(types.length > 0 ? [row('document.document_type', 'in', types)] : []),
    ]),
  )
}

/** The number of matching documents uploaded after `since`. */
export async function countNewDocuments(
  reader: InvestorReader,
  { q, type }: Pick<DocumentSearch, 'q' | 'type'>,
  since: Date,
): Promise<number> {
  const { total } = await ofType(searched(reader, q, since), type)
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** The latest documents of one project the reader may see, at most `count`, and their total. */
export async function latestOfProject(
  reader: InvestorReader,
  projectId: string,
  count: number,
): Promise<{ documents: MyDocument[]; total: number }> {
  const found = activeDocuments(reader).where('document.project_id', '=', projectId)
  const [{ total }, rows] = await Promise.all([
    found.select((row) => row.fn.countAll<bigint>().as('total')).executeTakeFirstOrThrow(),
    found
      .select(listedColumns)
      .orderBy('document.uploaded_at', 'desc')
      .orderBy('document.id', 'desc')
      .limit(count)
      .execute(),
  ])
  return { documents: rows.map(toListedDocumentRow), total: Number(total) }
}

/** `etag` is the SHA-256 of the bytes; `number` is the file's version, for the log. */
export type DownloadableFile = {
  storageKey: string
  name: string
  mediaType: string
  byteSize: number
  etag: string
  number: number
}

/** The current file of a document; null when this actor may not see it, or for an archived one and an investor. */
export async function findFile(
  actor: AdminActor | InvestorReader,
  documentId: string,
): Promise<DownloadableFile | null> {
  if (!isId(documentId)) return null
  const row = await actor.tx
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .select([...downloadColumns, 'document.file_number as number'])
    .where('document.id', '=', documentId)
    .executeTakeFirst()
  return row ? downloadable(row) : null
}

/** An earlier file of a document; null for an unknown number. For administrators. */
export async function findEarlierFile(
  admin: AdminActor,
  documentId: string,
  number: number,
): Promise<DownloadableFile | null> {
  if (!isId(documentId) || !Number.isInteger(number) || number > 2_147_483_647) return null
  const row = await admin.tx
    .selectFrom('earlier_file')
    .innerJoin('stored_file', 'stored_file.id', 'earlier_file.file_id')
    .select([...downloadColumns, 'earlier_file.number'])
    .where('earlier_file.document_id', '=', documentId)
    .where('earlier_file.number', '=', number)
    .executeTakeFirst()
  return row ? downloadable(row) : null
}

/** The preview of a document's current file; null without one. For administrators. */
export async function findPreview(
  admin: AdminActor,
  documentId: string,
): Promise<DownloadableFile | null> {
  if (!isId(documentId)) return null
  const row = await admin.tx
    .selectFrom('document')
    .innerJoin('file_preview', 'file_preview.file_id', 'document.file_id')
    .select([
      'file_preview.storage_key',
      'file_preview.byte_size',
      'file_preview.sha256',
      'document.file_number',
    ])
    .where('document.id', '=', documentId)
    .executeTakeFirst()
  if (!row?.storage_key || !row.sha256) return null
  return {
    storageKey: row.storage_key,
    name: 'preview.webp',
    mediaType: 'image/webp',
    byteSize: Number(row.byte_size),
    etag: row.sha256,
    number: row.file_number,
  }
}

const downloadColumns = [
  'storage_key',
  'original_name',
  'media_type',
  'byte_size',
  'sha256',
] as const

type DownloadRow = {
  storage_key: string
  original_name: string
  media_type: string
  byte_size: bigint
  sha256: string
  number: number
}

/** A stored file as it is sent, from its columns. */
export function downloadable(row: DownloadRow): DownloadableFile {
  return {
    storageKey: row.storage_key,
    name: downloadName(row.original_name, row.media_type),
    mediaType: row.media_type,
    byteSize: Number(row.byte_size),
    etag: row.sha256,
    number: row.number,
  }
}

/** A document for notifications; null when this actor may not see it. For reactions. */
export async function findAddedDocument(
  actor: Actor,
  documentId: string,
): Promise<{ title: string } | null> {
  const row = await actor.tx
    .selectFrom('document')
    .select('title')
    .where('id', '=', documentId)
    .executeTakeFirst()
  return row ?? null
}

export const listedColumns = [
  'document.id',
  'document.title',
  'document.document_type',
  'document.uploaded_at',
  'project.name as project',
  'stored_file.original_name',
  'stored_file.media_type',
  'stored_file.byte_size',
] as const

/** Documents with their current file and project. */
export function documentsInFull(actor: AdminActor | InvestorReader) {
  return actor.tx
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .leftJoin('project', 'project.id', 'document.project_id')
}

const activeDocuments = (actor: AdminActor | InvestorReader) =>
  documentsInFull(actor).where('document.status', '=', 'active')

type Found = ReturnType<typeof documentsInFull>

function ofType(found: Found, type: DocumentType | null): Found {
  return type ? found.where('document.document_type', '=', type) : found
}

function uploadedAfter(found: Found, since: Date | null): Found {
  return since ? found.where('document.uploaded_at', '>', since) : found
}

type Page = { type: DocumentType | null; page: number; pageSize: number }

/** Counts by type; a page beyond the last shows the last. */
async function countByType(found: Found, { type, page, pageSize }: Page) {
  const counts: Record<DocumentType, number> = {
    legal: 0,
    financial: 0,
    tax: 0,
    report: 0,
    project: 0,
  }
  const rows = await found
    .select(['document.document_type', (row) => row.fn.countAll<bigint>().as('count')])
    .groupBy('document.document_type')
    .execute()
  for (const row of rows) counts[row.document_type] = Number(row.count)
  const total = type ? counts[type] : documentTypes.reduce((sum, type) => sum + counts[type], 0)
  return { counts, total, shown: shownPage(page, total, pageSize) }
}

type ListedRow = {
  id: string
  title: string
  document_type: DocumentType
  uploaded_at: Date
  project: string | null
  original_name: string
  media_type: string
  byte_size: bigint
}

/** A row of a list of documents, as every list has it. */
export function toListedDocumentRow(row: ListedRow): ListedDocumentRow {
  return {
    id: row.id,
    title: row.title,
    documentType: row.document_type,
    project: row.project,
    uploadedAt: row.uploaded_at,
    originalName: row.original_name,
    mediaType: row.media_type,
    byteSize: Number(row.byte_size),
  }
}
