import { clock } from '../../platform/clock.server.ts'
import type { AdminActor } from '../../platform/database/database.server.ts'
import { exactlyOnce } from '../../platform/database/exactly-once.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type FileRefusal, refuseFile } from './document-file.ts'
import { type DocumentInFull, findDocument } from './document-in-full.server.ts'
import type { EditDocumentInput } from './document-schema.ts'
import { type AudienceIds, type AudienceRefused, findAudience } from './find-audience.server.ts'
import { insertStoredFile, type StoredUpload } from './stored-file.server.ts'

/**
 * On success with the new file's key, if any; a repeated submission returns the first file's key.
 * `version-conflict` carries the stored state.
 */
export type DocumentEdited =
  | { documentId: string; fileKey: string | null }
  | { refused: 'file'; because: FileRefusal }
  | { refused: 'not-found' | 'archived' }
  | { refused: 'key-reused' }
  | { refused: 'version-conflict'; now: DocumentInFull }
  | AudienceRefused

/**
 * Changes a document's facts and, optionally, its file; the earlier file is kept for
 * administrators. Refused when `version` is outdated or the document is archived. Publishes
 * document.changed, which notifies its audience if requested.
 */
export function editDocument(
  admin: AdminActor,
  documentId: string,
  input: EditDocumentInput,
  file: StoredUpload | null,
): Promise<DocumentEdited> {
  const { key, ...facts } = input
  const sent = {
    documentId,
    ...facts,
    originalName: file?.originalName ?? null,
    sha256: file?.sha256 ?? null,
  }
  return exactlyOnce(admin, 'edit-document', key, sent, () => edit(admin, documentId, input, file))
}

async function edit(
  admin: AdminActor,
  documentId: string,
  input: EditDocumentInput,
  file: StoredUpload | null,
): Promise<DocumentEdited> {
  await lockDocument(admin, documentId)
  const was = await findDocument(admin, documentId)
  if (!was) return { refused: 'not-found' }
  if (was.isArchived) return { refused: 'archived' }
  if (was.version !== input.version) return { refused: 'version-conflict', now: was }
  const because = file && refuseFile(file)
  if (because) return { refused: 'file', because }
  const former = audienceIdsOf(was)
  const audience = await findAudience(admin, input, former)
  if ('refused' in audience) return audience
  await admin.tx
    .updateTable('document')
    .set({
      title: input.title,
      description: input.description,
      document_type: input.documentType,
      project_id: audience.projectId,
      investor_id: audience.investorId,
      version: was.version + 1,
      ...(file ? await replaceFile(admin, was, file) : {}),
    })
    .where('id', '=', documentId)
    .execute()
  await publish(admin, {
    kind: 'document.changed',
    documentId,
    ...audience,
    formerProjectId: former.projectId,
    formerInvestorId: former.investorId,
    told: input.told,
  })
  return { documentId, fileKey: file?.key ?? null }
}

/** Stores the current file as an earlier one. */
async function replaceFile(
  admin: AdminActor,
  { id, file: { number } }: DocumentInFull,
  file: StoredUpload,
) {
  await admin.tx
    .insertInto('earlier_file')
    .columns(['document_id', 'number', 'file_id', 'uploaded_by', 'uploaded_at'])
    .expression((row) =>
      row
        .selectFrom('document')
        .select(['id', 'file_number', 'file_id', 'uploaded_by', 'uploaded_at'])
        .where('id', '=', id),
    )
    .execute()
  return {
    file_id: await insertStoredFile(admin, file),
    file_number: number + 1,
    uploaded_by: admin.userId,
    uploaded_at: clock.now(),
  }
}

/** Serialises concurrent edits of the document. */
export async function lockDocument(admin: AdminActor, documentId: string): Promise<void> {
  await admin.tx
    .selectFrom('document')
    .select('id')
    .where('id', '=', documentId)
    .forUpdate()
    .execute()
}

/** The ids of a stored document's audience. */
export function audienceIdsOf({ project, investor }: DocumentInFull): AudienceIds {
  return { projectId: project?.id ?? null, investorId: investor?.id ?? null }
}
