import { findRequest } from '../../domain/investment-requests/requests.server.ts'
import { adminQuery, type Context, notFound } from '../../platform/session/session.server.ts'
import { isId } from '../../values/id.ts'

/** Throws a 404 for an unknown id. */
export async function requireRequest(context: Context, requestId: string) {
  const request = await adminQuery(context, async (admin) =>
    isId(requestId) ? findRequest(admin, requestId) : null,
  )
  if (!request) throw notFound()
  return request
}
