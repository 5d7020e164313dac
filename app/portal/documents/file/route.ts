import { findFile } from '../../../domain/documents/documents.server.ts'
import { recordMissingFile } from '../../../domain/documents/my-files.server.ts'
import { isStored } from '../../../platform/files/stored-file.server.ts'
import { fileResponse, sendsBytes } from '../../../platform/http/files-response.server.ts'
import { fileNotFound } from '../../../platform/session/session.server.ts'
import { logAsViewer, logDownload, viewerPath, viewerQuery } from '../../guard.server.ts'
import { documentsHome } from '../../paths.ts'
import type { Route } from './+types/route.ts'

/**
 * Authorises and logs the download, then streams the file after both transactions. A missing file
 * redirects to an error page and is reported to the office.
 */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const file = await viewerQuery(context, (reader) => findFile(reader, id), 'file')
  const page = await viewerPath(context, `${documentsHome}/${encodeURIComponent(id)}/missing-file`)
  if (!file) throw fileNotFound(request, page)
  if (!(await isStored(file))) {
    await logAsViewer(context, (looker) =>
      recordMissingFile(looker, { documentId: id, number: file.number }),
    )
  } else if (sendsBytes(request, file))
    await logDownload(context, 'document', id, { file: file.number })
  return fileResponse(request, file, page)
}
