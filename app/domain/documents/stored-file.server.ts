import type { AdminActor } from '../../platform/database/database.server.ts'

/** `mediaType` is detected from the bytes; `pixels` is the size of an image. */
export type StoredUpload = {
  key: string
  originalName: string
  mediaType: string | null
  byteSize: bigint
  sha256: string
  pixels?: number | null
}

/** Inserts the row of a file that is in the store already; returns its id. */
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

/** Whether a stored file belongs to a document, to decide after an error whether to delete it. */
export async function isFileStored(admin: AdminActor, storageKey: string): Promise<boolean> {
  const row = await admin.tx
    .selectFrom('stored_file')
    .select('id')
    .where('storage_key', '=', storageKey)
    .executeTakeFirst()
  return row !== undefined
}
