import { findFile } from '../../../domain/documents/documents.server.ts'
import { audit } from '../../../platform/events.server.ts'
import { beginsDownload, fileResponse } from '../../../platform/files-response.server.ts'
import { asAdmin, notFound } from '../../../platform/session.server.ts'
import type { Route } from './+types/route.ts'

/** The bytes of a document: authorised and logged first, sent when that transaction has ended. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const file = await asAdmin(
    context,
    async (admin) => {
      const found = await findFile(admin, id)
      if (found && beginsDownload(request, found)) await audit(admin, 'download', 'document', id)
      return found
    },
    'file',
  )
  if (!file) throw notFound('file')
  return fileResponse(request, file)
}
