import { isFileKept } from '../../../domain/documents/keep-file.server.ts'
import {
  type AdminWork,
  asAdmin,
  type Context,
  logFault,
} from '../../../platform/session.server.ts'
import type { ReceivedForm } from '../../../platform/upload.server.ts'

/**
 * Runs a command that keeps the file of a form. The file goes with whatever was not stored, and when the form had been sent
 * before. After a fault: its reference.
 */
export async function storeDocument<Done extends { fileKey: string | null } | { refused: string }>(
  context: Context,
  received: ReceivedForm,
  work: AdminWork<Done>,
): Promise<Done | { reference: string }> {
  const key = received.uploads.get('file')?.key ?? null
  try {
    const done = await asAdmin(context, work)
    if ('refused' in done || done.fileKey !== key) await received.discard()
    return done
  } catch (fault) {
    const reference = logFault(context, 'a document was not stored', fault)
    // A fault at the very end may have come after the commit; while the database cannot tell, the bytes stay.
    if (key === null || !(await asAdmin(context, (admin) => isFileKept(admin, key))))
      await received.discard()
    return { reference }
  }
}
