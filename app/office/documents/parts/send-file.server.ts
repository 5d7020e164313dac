import type { DownloadableFile } from '../../../domain/documents/documents.server.ts'
import { recordMissingFile } from '../../../domain/documents/my-files.server.ts'
import { auditDownload } from '../../../platform/events.server.ts'
import { isStored } from '../../../platform/files/stored-file.server.ts'
import { fileResponse, sendsBytes } from '../../../platform/http/files-response.server.ts'
import {
  type AdminWork,
  adminCommand,
  adminQuery,
  type Context,
  fileNotFound,
} from '../../../platform/session/session.server.ts'

/** Which file of a document: its path below the document and its lookup. */
type FileRequest = { documentId: string; of: string; find: AdminWork<DownloadableFile | null> }

/**
 * Authorises and logs the download, then streams the file after the transaction. A missing file
 * redirects to an error page and appears on the dashboard.
 */
export async function sendFile(
  request: Request,
  context: Context,
  wanted: FileRequest,
): Promise<Response> {
  const { documentId, of } = wanted
  const file = await adminQuery(context, wanted.find, { answer: 'file' })
  if (!file) throw fileNotFound(request, missingFilePage(documentId, of))
  const isThere = await isStored(file)
  if (!isThere || sendsBytes(request, file)) {
    await adminCommand(context, (admin) => note(admin, isThere, documentId, file.number), 'file')
  }
  return fileResponse(request, file, missingFilePage(documentId, of))
}

function note(
  admin: Parameters<FileRequest['find']>[0],
  isThere: boolean,
  documentId: string,
  number: number,
) {
  if (!isThere) return recordMissingFile(admin, { documentId, number })
  return auditDownload(admin, 'document', documentId, { file: number })
}

export function missingFilePage(documentId: string, of: string): string {
  return `/admin-dashboard/documents/${encodeURIComponent(documentId)}/missing-file?of=${encodeURIComponent(of)}`
}
