import type { AdminActor } from '../../platform/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { exactlyOnce } from '../../platform/exactly-once.server.ts'
import { isInvestor } from '../investors/investors.server.ts'
import { type FileRefusal, refuseFile } from './document-file.ts'
import type { UploadDocumentInput } from './document-schema.ts'

/** A file that lies in the store already; the media type is what its bytes are. */
export type StoredUpload = {
  key: string
  originalName: string
  mediaType: string | null
  byteSize: bigint
  sha256: string
}

/**
 * The document and the file it kept; or why there is none. A form sent twice is answered with the first file's key, so
 * whoever stored the second one takes it out again.
 */
export type DocumentUploaded =
  | { documentId: string; fileKey: string }
  | { refused: 'file'; because: FileRefusal }
  | { refused: 'project-unknown' | 'tax-needs-a-person' | 'key-reused' }
  | { refused: 'investor-missing' | 'investor-unknown' }

/**
 * Adds a document for the investors of a project, one investor, or, with neither, administrators only (MDO-015, W-32).
 * A tax paper of a project needs a person unless the form says that it is for all its investors. Publishes
 * document.added.
 */
export function uploadDocument(
  admin: AdminActor,
  input: UploadDocumentInput,
  file: StoredUpload,
): Promise<DocumentUploaded> {
  const { key, ...facts } = input
  const { originalName, sha256 } = file
  return exactlyOnce(admin, 'upload-document', key, { ...facts, originalName, sha256 }, () =>
    upload(admin, input, file),
  )
}

async function upload(admin: AdminActor, input: UploadDocumentInput, file: StoredUpload): Promise<DocumentUploaded> {
  const because = refuseFile(file)
  if (because) return { refused: 'file', because }
  const audience = await findAudience(admin, input)
  if ('refused' in audience) return audience
  const { id: documentId } = await admin.tx
    .insertInto('document')
    .values({
      title: input.title,
      description: input.description,
      document_type: input.documentType,
      project_id: audience.projectId,
      investor_id: audience.investorId,
      file_id: await keepFile(admin, file),
      uploaded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, { kind: 'document.added', documentId, ...audience })
  return { documentId, fileKey: file.key }
}

async function keepFile(admin: AdminActor, file: StoredUpload): Promise<string> {
  const { id } = await admin.tx
    .insertInto('stored_file')
    .values({
      storage_key: file.key,
      original_name: file.originalName,
      media_type: file.mediaType ?? 'application/octet-stream',
      byte_size: file.byteSize,
      sha256: file.sha256,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Audience = { projectId: string | null; investorId: string | null }

async function findAudience(
  admin: AdminActor,
  input: UploadDocumentInput,
): Promise<Audience | Extract<DocumentUploaded, { refused: string }>> {
  const { audience, projectId, investorId, documentType, sharedTax } = input
  if (projectId !== null && !(await isProject(admin, projectId))) return { refused: 'project-unknown' }
  switch (audience) {
    case 'project':
      if (documentType === 'tax' && projectId !== null && !sharedTax) return { refused: 'tax-needs-a-person' }
      return { projectId, investorId: null }
    case 'investor':
      if (investorId === null) return { refused: 'investor-missing' }
      return (await isInvestor(admin, investorId)) ? { projectId, investorId } : { refused: 'investor-unknown' }
    default:
      return audience satisfies never
  }
}

async function isProject(admin: AdminActor, projectId: string): Promise<boolean> {
  const found = await admin.tx
    .selectFrom('project')
    .select('id')
    .where('id', '=', projectId)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether a stored file belongs to a document: for whoever must tell, after a fault, whether to take it out again. */
export async function isFileKept(admin: AdminActor, storageKey: string): Promise<boolean> {
  const row = await admin.tx
    .selectFrom('stored_file')
    .select('id')
    .where('storage_key', '=', storageKey)
    .executeTakeFirst()
  return row !== undefined
}
