import type { DownloadableFile } from '../../../domain/documents/documents.server.ts'
import { audit } from '../../../platform/events.server.ts'
import { beginsDownload, fileResponse } from '../../../platform/files-response.server.ts'
import { type AdminWork, asAdmin, type Context, notFound } from '../../../platform/session.server.ts'

type Find = AdminWork<DownloadableFile | null>

/** A download of the back office: authorised and logged first, sent when that transaction has ended. */
export async function sendFile(request: Request, context: Context, documentId: string, find: Find): Promise<Response> {
  const file = await asAdmin(
    context,
    async (admin) => {
      const found = await find(admin)
      if (found && beginsDownload(request, found)) {
        await audit(admin, 'download', 'document', documentId, { file: found.number })
      }
      return found
    },
    'file',
  )
  if (!file) throw notFound('file')
  return fileResponse(request, file)
}
