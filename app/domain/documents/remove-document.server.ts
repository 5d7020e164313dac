import type { AdminActor } from '../../platform/database/database.server.ts'
import { publish } from '../../platform/events.server.ts'
import { type DocumentInFull, findDocument } from './document-in-full.server.ts'
import { audienceIdsOf, lockDocument } from './edit-document.server.ts'
import { type Removal, removalOf } from './removal.ts'

/** What became of the document, with the files that nothing names any more; or why it stayed. */
export type DocumentRemoved =
  | { removed: 'archived' | 'deleted'; fileKeys: string[] }
  | { refused: 'not-found' | 'archived' | 'has-history-now' | 'has-none-now' }

/**
 * Archives a document that an investor has downloaded or whose file was replaced, and deletes one without such a
 * history: `as` says which of the two was asked about, and when it is the other one meanwhile nothing is done.
 * Locks the document, publishes document.removed; the files are the caller's to remove, once the transaction has
 * ended.
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

/** The document, its file and the picture of that: what is left in the store, by key. */
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

/** The restored document; or why not: no one has it, or it is not archived. */
export type DocumentRestored = { documentId: string } | { refused: 'not-found' | 'not-archived' }

/** Takes an archived document back into the lists of those it is for. Publishes document.restored. */
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

/** Whoever is editing it meanwhile is told: it counts as another version. */
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
