import { findFile } from '../../../domain/documents/documents.server.ts'
import { audit } from '../../../platform/events.server.ts'
import { beginsDownload, fileResponse } from '../../../platform/files-response.server.ts'
import { asInvestor, notFound } from '../../../platform/session.server.ts'
import type { Route } from './+types/route.ts'

/** The bytes of one of the investor's documents: authorised and logged first, sent when that transaction has ended. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const file = await asInvestor(
    context,
    async (investor) => {
      const found = await findFile(investor, id)
      if (found && beginsDownload(request, found)) await audit(investor, 'download', 'document', id)
      return found
    },
    'file',
  )
  if (!file) throw notFound('file')
  return fileResponse(request, file)
}
