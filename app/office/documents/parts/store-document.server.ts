import { isFileKept } from '../../../domain/documents/keep-file.server.ts'
import { files } from '../../../platform/files/files.server.ts'
import type { ReceivedForm } from '../../../platform/http/upload.server.ts'
import { type AdminWork, asAdmin, type Context } from '../../../platform/session/session.server.ts'

/**
 * Runs a command that keeps the file of a form, and then takes the file out of `uploads`; the others are removed, as after a
 * form that was refused or had been sent before.
 */
export async function storeDocument<Done extends { fileKey: string | null } | { refused: string }>(
  context: Context,
  { uploads }: ReceivedForm,
  work: AdminWork<Done>,
): Promise<Done> {
  const key = uploads.get('file')?.key ?? null
  try {
    const done = await asAdmin(context, work)
    if ('fileKey' in done && done.fileKey === key) uploads.delete('file')
    return done
  } catch (fault) {
    // A fault at the very end may have come after the commit; while the database cannot tell, the bytes stay.
    uploads.delete('file')
    if (key !== null && !(await asAdmin(context, (admin) => isFileKept(admin, key))))
      await files.remove(key)
    throw fault
  }
}
