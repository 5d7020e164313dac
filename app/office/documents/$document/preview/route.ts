import { findPreview } from '../../../../domain/documents/documents.server.ts'
import { fileResponse } from '../../../../platform/http/files-response.server.ts'
import { adminQuery, notFound } from '../../../../platform/session/session.server.ts'
import { missingFilePage } from '../../parts/send-file.server.ts'
import type { Route } from './+types/route.ts'

/** As private as the document, and never cached. Viewing it is not logged as a download. */
export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const preview = await adminQuery(context, (admin) => findPreview(admin, id), { answer: 'file' })
  if (!preview) throw notFound('file')
  return fileResponse(request, preview, missingFilePage(id, 'preview'))
}
