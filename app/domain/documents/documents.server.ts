import type { Actor, AdminActor, InvestorReader } from '../../platform/database.server.ts'
import { matching } from '../../platform/search.server.ts'
import { isId } from '../../values/id.ts'
import { shownPage } from '../../values/list-query.ts'
import { coversOf } from '../projects/covers.server.ts'
import type { ShownPicture } from '../projects/picture.ts'
import { type DocumentAudience, type DocumentType, documentTypes, typesCalled } from './document.ts'
import { downloadName } from './document-file.ts'

/** What a document is on every list. `project` is null without one, and where the reader may not see it. */
type Listed = {
  id: string
  title: string
  documentType: DocumentType
  project: string | null
  uploadedAt: Date
  originalName: string
  mediaType: string
  byteSize: number
}
/** One card of Manage Documents. `investor` is the name of the only person it is for. */
export type ListedDocument = Listed & {
  description: string | null
  audience: DocumentAudience
  investor: string | null
  /** The cover of its project. */
  cover: ShownPicture | null
  isArchived: boolean
  /** The size of the small picture of its file, once there is one. */
  preview: { width: number; height: number } | null
  fileNumber: number
}
/** One row of My Documents. */
export type MyDocument = Listed

/** What a list is asked for: words to search, one type or all, and which page. */
export type DocumentSearch = { q: string; type: DocumentType | null; page: number }
/** Manage Documents is asked for what is archived, too, of whatever type; and for what is for one investor alone. */
export type ManagedSearch = {
  q: string
  type: DocumentType | 'archived' | null
  investorId?: string | null
  page: number
}

const cardsPerPage = 12
const rowsPerPage = 20

/**
 * Manage Documents: active ones or the archived, latest upload first, twelve a page, searched by title and description and
 * kept to one type (MDO-001..003). `counts` says how many of each type, and how many archived ones, the words find;
 * `total` how many of what was chosen.
 */
export async function listDocuments(admin: AdminActor, { q, type, investorId = null, page }: ManagedSearch) {
  const found = named(admin, q, investorId)
  const archived = found.where('document.status', '=', 'archived')
  const active = found.where('document.status', '=', 'active')
  const ofOne = type === 'archived' ? null : type
  const counted = await countByType(active, { type: ofOne, page, pageSize: cardsPerPage })
  const counts = { ...counted.counts, archived: await countAll(archived) }
  const total = type === 'archived' ? counts.archived : counted.total
  const shown = shownPage(page, total, cardsPerPage)
  const rows = await ofType(type === 'archived' ? archived : active, ofOne)
    .leftJoin('investor', 'investor.id', 'document.investor_id')
    .select([...listedColumns, 'document.description', 'document.project_id', 'investor.full_name as investor'])
    .leftJoin('file_preview', 'file_preview.file_id', 'document.file_id')
    .select(['document.status', 'document.file_number', 'file_preview.width', 'file_preview.height'])
    .orderBy('document.uploaded_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(cardsPerPage)
    .offset((shown - 1) * cardsPerPage)
    .execute()
  const covers = await coversOf(
    admin,
    rows.flatMap((row) => row.project_id ?? []),
  )
  const documents = rows.map(
    (row): ListedDocument => ({
      ...listed(row),
      cover: (row.project_id && covers.get(row.project_id)) || null,
      description: row.description,
      audience: row.investor ? 'investor' : row.project_id ? 'project' : 'administrators',
      investor: row.investor,
      isArchived: row.status === 'archived',
      preview: row.width === null || row.height === null ? null : { width: row.width, height: row.height },
      fileNumber: row.file_number,
    }),
  )
  return { documents, counts, total, page: shown, pageSize: cardsPerPage }
}

function named(admin: AdminActor, q: string, investorId: string | null) {
  return allDocuments(admin)
    .where(matching(q, ['document.title', 'document.description']))
    .$if(investorId !== null, (all) => all.where('document.investor_id', '=', investorId))
}

/** The ids of all that the list shows on all its pages, in its order: for a file of it. */
export async function documentIds(admin: AdminActor, search: Omit<ManagedSearch, 'page'>): Promise<string[]> {
  const { q, type, investorId = null } = search
  const isArchived = type === 'archived'
  const found = named(admin, q, investorId).where('document.status', '=', isArchived ? 'archived' : 'active')
  const inOrder = ofType(found, isArchived ? null : type)
    .select('document.id')
    .orderBy('document.uploaded_at', 'desc')
  return (await inOrder.orderBy('document.id', 'desc').execute()).map(({ id }) => id)
}

/**
 * My Documents: what the row policies let this reader see (INV-041), latest first, twenty a page, searched by title,
 * type and project name (INV-038).
 */
export async function listMyDocuments(reader: InvestorReader, { q, type, page }: DocumentSearch) {
  const types = typesCalled(q)
  const found = activeDocuments(reader).where((row) =>
    row.or([
      matching(q, ['document.title', 'project.name']),
      ...(types.length > 0 ? [row('document.document_type', 'in', types)] : []),
    ]),
  )
  const { counts, total, shown } = await countByType(found, { type, page, pageSize: rowsPerPage })
  const rows = await ofType(found, type)
    .select(listedColumns)
    .orderBy('document.uploaded_at', 'desc')
    .orderBy('document.id', 'desc')
    .limit(rowsPerPage)
    .offset((shown - 1) * rowsPerPage)
    .execute()
  const documents: MyDocument[] = rows.map(listed)
  return { documents, counts, total, page: shown, pageSize: rowsPerPage }
}

/**
 * What a download needs; `etag` is the SHA-256 of the bytes. `number` says which of the files it is that the document has
 * had, for the log.
 */
export type DownloadableFile = {
  storageKey: string
  name: string
  mediaType: string
  byteSize: number
  etag: string
  number: number
}

/** The file of a document this actor may see; null for somebody else's, an archived one for an investor, or none. */
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

/** A file that a document had before its present one; null when it had none of this number. For administrators only. */
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

/** The small picture of a document's present file; null when there is none. For administrators only. */
export async function findPreview(admin: AdminActor, documentId: string): Promise<DownloadableFile | null> {
  if (!isId(documentId)) return null
  const row = await admin.tx
    .selectFrom('document')
    .innerJoin('file_preview', 'file_preview.file_id', 'document.file_id')
    .select(['file_preview.storage_key', 'file_preview.byte_size', 'file_preview.sha256', 'document.file_number'])
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

const downloadColumns = ['storage_key', 'original_name', 'media_type', 'byte_size', 'sha256'] as const

type DownloadRow = {
  storage_key: string
  original_name: string
  media_type: string
  byte_size: bigint
  sha256: string
  number: number
}

function downloadable(row: DownloadRow): DownloadableFile {
  return {
    storageKey: row.storage_key,
    name: downloadName(row.original_name, row.media_type),
    mediaType: row.media_type,
    byteSize: Number(row.byte_size),
    etag: row.sha256,
    number: row.number,
  }
}

/** A document as its audience is told of it; null when this actor may not see it. For reactions. */
export async function findAddedDocument(actor: Actor, documentId: string): Promise<{ title: string } | null> {
  const row = await actor.tx.selectFrom('document').select('title').where('id', '=', documentId).executeTakeFirst()
  return row ?? null
}

const listedColumns = [
  'document.id',
  'document.title',
  'document.document_type',
  'document.uploaded_at',
  'project.name as project',
  'stored_file.original_name',
  'stored_file.media_type',
  'stored_file.byte_size',
] as const

function allDocuments(actor: AdminActor | InvestorReader) {
  return actor.tx
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .leftJoin('project', 'project.id', 'document.project_id')
}

const activeDocuments = (actor: AdminActor | InvestorReader) =>
  allDocuments(actor).where('document.status', '=', 'active')

type Found = ReturnType<typeof allDocuments>

async function countAll(found: Found): Promise<number> {
  const { count } = await found.select((row) => row.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

function ofType(found: Found, type: DocumentType | null): Found {
  return type ? found.where('document.document_type', '=', type) : found
}

type Page = { type: DocumentType | null; page: number; pageSize: number }

/** How many of each type were found; a page past the last is the last. */
async function countByType(found: Found, { type, page, pageSize }: Page) {
  const counts: Record<DocumentType, number> = { legal: 0, financial: 0, tax: 0, report: 0, project: 0 }
  const rows = await found
    .select(['document.document_type', (row) => row.fn.countAll<bigint>().as('count')])
    .groupBy('document.document_type')
    .execute()
  for (const row of rows) counts[row.document_type] = Number(row.count)
  const total = type ? counts[type] : documentTypes.reduce((sum, one) => sum + counts[one], 0)
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

function listed(row: ListedRow): Listed {
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
