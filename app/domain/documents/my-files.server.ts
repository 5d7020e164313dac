import { sql } from 'kysely'
import type { Actor, AdminActor, InvestorReader } from '../../platform/database/database.server.ts'
import { audit } from '../../platform/events.server.ts'
import { isStoredOrUnknown } from '../../platform/files/stored-file.server.ts'
import { downloadName } from './document-file.ts'
import { findFile } from './documents.server.ts'

/** `number` is the file's version, for the log. */
export type MyFile = {
  documentId: string
  title: string
  project: string | null
  ending: string
  uploadedAt: Date
  storageKey: string
  byteSize: number
  number: number
}

/** The number of documents a reader may see and their total bytes. */
export async function sizeOfMyFiles(
  reader: InvestorReader,
): Promise<{ count: number; byteSize: number }> {
  const row = await mine(reader)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<bigint>`coalesce(sum(stored_file.byte_size), 0)::bigint`.as('byte_size'),
    ])
    .executeTakeFirstOrThrow()
  return { count: row.count, byteSize: Number(row.byte_size) }
}

/** The file of every document the reader may see, latest first. */
export async function listMyFiles(reader: InvestorReader): Promise<MyFile[]> {
  const rows = await mine(reader)
    .leftJoin('project', 'project.id', 'document.project_id')
    .select([
      'document.id',
      'document.title',
      'document.uploaded_at',
      'document.file_number',
      'project.name',
    ])
    .select(['stored_file.storage_key', 'stored_file.original_name', 'stored_file.media_type'])
    .select('stored_file.byte_size')
    .orderBy('document.uploaded_at', 'desc')
    .orderBy('document.id', 'desc')
    .execute()
  return rows.map((row) => ({
    documentId: row.id,
    title: row.title,
    project: row.name,
    ending: /\.[^./\s]{1,8}$/.exec(downloadName(row.original_name, row.media_type))?.[0] ?? '',
    uploadedAt: row.uploaded_at,
    storageKey: row.storage_key,
    byteSize: Number(row.byte_size),
    number: row.file_number,
  }))
}

/** Logs the download of each document in one statement; `investorId` in view mode. */
export async function logDownloads(
  actor: Actor,
  downloaded: readonly { documentId: string; number: number }[],
  facts: Record<string, string>,
): Promise<void> {
  const ids = downloaded.map(({ documentId }) => documentId)
  const numbers = downloaded.map(({ number }) => number)
  await sql`select audit_download('document', id, jsonb_build_object('file', number) || ${JSON.stringify(facts)}::jsonb)
    from unnest(${ids}::text[], ${numbers}::int[]) as downloaded (id, number)`.execute(actor.tx)
}

/** Logs that a document's file is missing from the store, which the office's dashboard reports. */
export async function recordMissingFile(
  actor: Actor,
  { documentId, number }: { documentId: string; number: number },
): Promise<void> {
  await audit(actor, 'file-missing', 'document', documentId, { file: number })
}

/** The dashboard's limits for missing files. */
const looked = { days: 90, files: 50 }

/** Documents whose current file was missed in the last 90 days and is still missing, latest first. */
export function documentsWithoutFile(admin: AdminActor): Promise<{ id: string; title: string }[]> {
  return notInStore(missed(admin).orderBy('document.id', 'desc').limit(looked.files))
}

/** Those of these documents whose current file is still missing, latest first. */
export async function findWithoutFile(
  admin: AdminActor,
  documentIds: string[],
): Promise<Set<string>> {
  if (documentIds.length === 0) return new Set()
  const found = await notInStore(missed(admin).where('document.id', 'in', documentIds))
  return new Set(found.map(({ id }) => id))
}

function missed(admin: AdminActor) {
  return admin.tx
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .select(['document.id', 'document.title', 'stored_file.storage_key', 'stored_file.byte_size'])
    .where(
      'document.id',
      'in',
      sql<string>`(select subject_id::uuid from audit_log where act = 'file-missing' and subject = 'document'
        and at > now() - make_interval(days => ${looked.days}))`,
    )
}

async function notInStore(
  query: ReturnType<typeof missed>,
): Promise<{ id: string; title: string }[]> {
  const rows = await query.execute()
  const found = await Promise.all(
    rows.map((row) =>
      isStoredOrUnknown({ storageKey: row.storage_key, byteSize: Number(row.byte_size) }),
    ),
  )
  return rows.flatMap(({ id, title }, place) => (found[place] ? [] : [{ id, title }]))
}

/** Whether a document's current file is missing from the store, as far as the store can answer. */
export async function isWithoutFile(admin: AdminActor, documentId: string): Promise<boolean> {
  const file = await findFile(admin, documentId)
  return file !== null && !(await isStoredOrUnknown(file))
}

function mine(reader: InvestorReader) {
  return reader.tx
    .selectFrom('document')
    .innerJoin('stored_file', 'stored_file.id', 'document.file_id')
    .where('document.status', '=', 'active')
}
