import { findEarlierFile } from '../../../../domain/documents/documents.server.ts'
import { sendFile } from '../../parts/send-file.server.ts'
import type { Route } from './+types/route.ts'

export function loader({ request, context, params: { id, number } }: Route.LoaderArgs) {
  const earlier = /^\d+$/.test(number) ? Number(number) : 0
  const find: Parameters<typeof sendFile>[2]['find'] = (admin) =>
    findEarlierFile(admin, id, earlier)
  return sendFile(request, context, { documentId: id, of: `files/${earlier}`, find })
}
