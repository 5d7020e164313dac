import { findFile } from '../../../domain/documents/documents.server.ts'
import { sendFile } from '../parts/send-file.server.ts'
import type { Route } from './+types/route.ts'

export function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  return sendFile(request, context, {
    documentId: id,
    of: 'file',
    find: (admin) => findFile(admin, id),
  })
}
