import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type FileRefusal, refuseFile } from './document-file.ts'
import type { UploadDocumentInput } from './document-schema.ts'
import { type AudienceRefused, findAudience } from './find-audience.server.ts'
import { insertStoredFile, type StoredUpload } from './stored-file.server.ts'

/** A repeated submission returns the first file's key, so the caller deletes the second file. */
export type DocumentUploaded =
  | { documentId: string; fileKey: string }
  | { refused: 'file'; because: FileRefusal }
  | { refused: 'key-reused' }
  | AudienceRefused

/**
 * Adds a document for the investors of a project, one investor, or administrators only. A project's
 * tax document needs an investor unless `sharedTax`. Publishes document.added.
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

async function upload(
  admin: AdminActor,
  input: UploadDocumentInput,
  file: StoredUpload,
): Promise<DocumentUploaded> {
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
      file_id: await insertStoredFile(admin, file),
      uploaded_by: admin.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await publish(admin, { kind: 'document.added', documentId, ...audience })
  return { documentId, fileKey: file.key }
}
