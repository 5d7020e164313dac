import { redirectWithToast } from '../../../../platform/toast.server.ts'
import { receiveDocument } from '../receive-document.server.ts'
import type { Route } from './+types/route.ts'

/**
 * Where the dialog sends its form when script runs, so that it can show how far the bytes are: the reply as JSON, or the
 * way to go on in `Location`, with the toast, under a status that no browser follows by itself.
 */
export async function action({ request, url, context }: Route.ActionArgs) {
  const received = await receiveDocument(request, context)
  if (!received.stored) return Response.json(received.reply, { status: received.status })
  const { headers } = redirectWithToast(`/admin-dashboard/documents${url.search}`, {
    title: 'Document uploaded',
    kind: 'success',
  })
  return new Response(null, { status: 204, headers })
}
