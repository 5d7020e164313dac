import { data } from 'react-router'
import { cookieValue } from '../session/auth.server.ts'
import type { SignedInUser } from '../session/signed-in-user.ts'
import { pagePath } from './page-path.ts'
import { redirectWithToast } from './toast.server.ts'

/**
 * Refuses a form from a page of another account (ui/connection/page-owner.ts) that was signed in
 * before in this browser. The page stays and explains.
 */
export function refuseOtherUsersForm({ userId }: SignedInUser, request: Request) {
  const owner = isForScript(request) ? cookieValue(request.headers.get('cookie'), 'page-of') : null
  if (owner !== null && owner !== userId) throw data(null, { status: 409 })
}

/** Whether a request writes. */
export const isSent = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

/**
 * The response to a write after the session ended: a page with script stays and explains
 * (ui/connection/lost-connection.ts), otherwise a redirect to sign-in.
 */
export function notSaved(request: Request) {
  if (isForScript(request)) return data(null, { status: 401 })
  return redirectWithToast(`/login?next=${encodeURIComponent(pagePath(new URL(request.url)))}`, {
    kind: 'warning',
    title: 'Your session ended',
    text: 'Nothing was saved. Sign in, then send it again.',
    seconds: 10,
  })
}

/** Whether a script sent the request. */
export function isForScript(request: Request): boolean {
  // Uploads by script name the media type they read (office/parts/send-with-progress.ts).
  const isUpload = request.headers.get('accept')?.startsWith('application/json') ?? false
  return isUpload || new URL(request.url).pathname.endsWith('.data')
}
