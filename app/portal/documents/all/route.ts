import { listMyFiles } from '../../../domain/documents/my-files.server.ts'
import { clock } from '../../../platform/clock.server.ts'
import { zipResponse } from '../../../platform/files/zip.server.ts'
import { notFound } from '../../../platform/session/session.server.ts'
import { viewerQuery } from '../../guard.server.ts'
import type { Route } from './+types/route.ts'
import { packDocuments } from './pack-documents.server.ts'

/** All documents as one ZIP: authorised and logged first, streamed after the transactions. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const mine = await viewerQuery(context, listMyFiles, 'file')
  if (mine.length === 0) throw notFound('file')
  const packed = request.method === 'HEAD' ? [] : await packDocuments(context, mine)
  return zipResponse(request, `documents-${clock.today()}.zip`, packed)
}
