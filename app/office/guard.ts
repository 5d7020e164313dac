import { currentUser, visitorContext } from '../platform/session/session.server.ts'
import type { Route } from './+types/guard.ts'
import { isPermitted } from './access.ts'

/** Before every loader and action of the back office: notes when the address needs a permission the user has not. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context, url }) => {
    const user = await currentUser(context)
    if (user?.role !== 'admin') return
    const isSent = request.method !== 'GET' && request.method !== 'HEAD'
    if (!isPermitted(user.permissions, url.pathname, isSent))
      context.get(visitorContext).isForbidden = true
  },
]
