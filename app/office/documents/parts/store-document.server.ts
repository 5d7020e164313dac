import { isFileStored } from '../../../domain/documents/stored-file.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import type { ReceivedForm } from '../../../platform/http/upload.server.ts'
import {
  type AdminWork,
  adminCommand,
  adminQuery,
  type Context,
} from '../../../platform/session/session.server.ts'

/** Runs a command that keeps the uploaded file; others, as after a refusal or repetition, are deleted. */
export async function storeDocument<Done extends { fileKey: string | null } | { refused: string }>(
  context: Context,
  { uploads }: ReceivedForm,
  work: AdminWork<Done>,
): Promise<Done> {
  const key = uploads.get('file')?.key ?? null
  try {
    const done = await adminCommand(context, work)
    if ('fileKey' in done && done.fileKey === key) uploads.delete('file')
    return done
  } catch (fault) {
    // A fault may come after the commit; while the database cannot be asked, the file stays.
    uploads.delete('file')
    if (key !== null && !(await adminQuery(context, (admin) => isFileStored(admin, key))))
      await files.remove(key)
    throw fault
  }
}
