import type { DownloadableFile } from '../../../domain/documents/documents.server.ts'
import { recordMissingFile } from '../../../domain/documents/my-files.server.ts'
import { auditDownload } from '../../../platform/events.server.ts'
import { isInStore } from '../../../platform/files/in-store.server.ts'
import { fileResponse, sendsBytes } from '../../../platform/http/files-response.server.ts'
import {
  type AdminWork,
  asAdmin,
  type Context,
  fileNotFound,
} from '../../../platform/session/session.server.ts'

/** Which of a document's files: where it stands below the document's address, and how it is found. */
type Asked = { documentId: string; of: string; find: AdminWork<DownloadableFile | null> }

/**
 * A download of the back office: authorised and logged first, sent when that transaction has ended. Of a file that is not
 * in the store the dashboard tells; a page says so to who asked.
 */
export async function sendFile(
  request: Request,
  context: Context,
  asked: Asked,
): Promise<Response> {
  const { documentId, of } = asked
  const file = await asAdmin(context, asked.find, 'file')
  if (!file) throw fileNotFound(request, missingFilePage(documentId, of))
  const isThere = await isInStore(file)
  if (!isThere || sendsBytes(request, file)) {
    await asAdmin(context, (admin) => note(admin, isThere, documentId, file.number), 'file')
  }
  return fileResponse(request, file, missingFilePage(documentId, of))
}

function note(
  admin: Parameters<Asked['find']>[0],
  isThere: boolean,
  documentId: string,
  number: number,
) {
  if (!isThere) return recordMissingFile(admin, { documentId, number })
  return auditDownload(admin, 'document', documentId, { file: number })
}

/** The page that says of a document's file that it is not in the store. */
export function missingFilePage(documentId: string, of: string): string {
  return `/admin-dashboard/documents/${encodeURIComponent(documentId)}/missing-file?of=${encodeURIComponent(of)}`
}
