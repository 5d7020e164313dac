import { findFile } from '../../../domain/documents/documents.server.ts'
import { beginsDownload, fileResponse } from '../../../platform/files-response.server.ts'
import { notFound } from '../../../platform/session.server.ts'
import { asReader, noteDownload } from '../../guard.server.ts'
import type { Route } from './+types/route.ts'

/** The bytes of one of the investor's documents: authorised and logged first, sent when both transactions have ended. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const file = await asReader(context, (reader) => findFile(reader, id), 'file')
  if (!file) throw notFound('file')
  if (beginsDownload(request, file)) await noteDownload(context, 'document', id, { file: file.number })
  return fileResponse(request, file)
}
