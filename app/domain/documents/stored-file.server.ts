import type { AdminActor } from '../../platform/database/database.server.ts'

/** A file that lies in the store already; the media type is what its bytes are, `pixels` how many an image has. */
export type StoredUpload = {
  key: string
  originalName: string
  mediaType: string | null
  byteSize: bigint
  sha256: string
  pixels?: number | null
}

/** Writes down a file that lies in the store, for the document that is about to name it; its id. */
export async function insertStoredFile(admin: AdminActor, file: StoredUpload): Promise<string> {
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

/** Whether a stored file belongs to a document: for whoever must tell, after a fault, whether to take it out again. */
export async function isFileStored(admin: AdminActor, storageKey: string): Promise<boolean> {
  const row = await admin.tx
    .selectFrom('stored_file')
    .select('id')
    .where('storage_key', '=', storageKey)
    .executeTakeFirst()
  return row !== undefined
}
