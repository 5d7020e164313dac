import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type DocumentInFull, findDocument } from './document-in-full.server.ts'
import { audienceIdsOf, lockDocument } from './edit-document.server.ts'
import { type Removal, removalOf } from './removal.ts'

export type DocumentRemoved =
  | { removed: 'archived' | 'deleted'; fileKeys: string[] }
  | { refused: 'not-found' | 'archived' | 'has-history-now' | 'has-none-now' }

/**
 * Archives a document with a history and deletes one without; refused when this differs from `as`,
 * which was confirmed. Publishes document.removed. The caller deletes the files after commit.
 */
export async function removeDocument(
  admin: AdminActor,
  documentId: string,
  as: Removal,
): Promise<DocumentRemoved> {
  await lockDocument(admin, documentId)
  const was = await findDocument(admin, documentId)
  if (!was) return { refused: 'not-found' }
  if (was.isArchived) return { refused: 'archived' }
  const due = removalOf(was)
  if (due !== as) return { refused: due === 'archive' ? 'has-history-now' : 'has-none-now' }
  const fileKeys = as === 'delete' ? await deleteWhole(admin, documentId) : []
  if (as === 'archive') await setStatus(admin, was, 'archived')
  await publish(admin, { kind: 'document.removed', documentId, ...audienceIdsOf(was) })
  return { removed: as === 'delete' ? 'deleted' : 'archived', fileKeys }
}

/** Returns the keys of its files in the store. */
async function deleteWhole(admin: AdminActor, documentId: string): Promise<string[]> {
  const { file_id: fileId } = await admin.tx
    .deleteFrom('document')
    .where('id', '=', documentId)
    .returning('file_id')
    .executeTakeFirstOrThrow()
  const preview = await admin.tx
    .selectFrom('file_preview')
    .select('storage_key')
    .where('file_id', '=', fileId)
    .executeTakeFirst()
  const { storage_key: key } = await admin.tx
    .deleteFrom('stored_file')
    .where('id', '=', fileId)
    .returning('storage_key')
    .executeTakeFirstOrThrow()
  return preview?.storage_key ? [key, preview.storage_key] : [key]
}

export type DocumentRestored = { documentId: string } | { refused: 'not-found' | 'not-archived' }

/** Restores an archived document to its audience. Publishes document.restored. */
export async function restoreDocument(
  admin: AdminActor,
  documentId: string,
): Promise<DocumentRestored> {
  await lockDocument(admin, documentId)
  const was = await findDocument(admin, documentId)
  if (!was) return { refused: 'not-found' }
  if (!was.isArchived) return { refused: 'not-archived' }
  await setStatus(admin, was, 'active')
  await publish(admin, { kind: 'document.restored', documentId, ...audienceIdsOf(was) })
  return { documentId }
}

/** The new version makes concurrent edits fail. */
function setStatus(
  admin: AdminActor,
  { id, version }: DocumentInFull,
  status: 'active' | 'archived',
) {
  return admin.tx
    .updateTable('document')
    .set({ status, version: version + 1 })
    .where('id', '=', id)
    .execute()
}
