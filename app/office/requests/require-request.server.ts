import { findRequest } from '../../domain/investment-requests/requests.server.ts'
import { asAdmin, type Context, notFound } from '../../platform/session/session.server.ts'
import { isId } from '../../values/id.ts'

/** The request that a dialog is about; a 404, thrown, when nothing has this id. */
export async function requireRequest(context: Context, requestId: string) {
  const request = await asAdmin(context, async (admin) =>
    isId(requestId) ? findRequest(admin, requestId) : null,
  )
  if (!request) throw notFound()
  return request
}
