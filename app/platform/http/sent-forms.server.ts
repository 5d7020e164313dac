import { data } from 'react-router'
import { cookieValue } from '../session/auth.server.ts'
import type { SignedInUser } from '../session/signed-in-user.ts'
import { pagePath } from './page-path.ts'
import { redirectWithToast } from './toast.server.ts'

/**
 * A page says whose it is when its script sends a form (ui/connection/page-owner.ts). Somebody else who has signed in in the same
 * browser since must not act with what another typed, nor take it away: the page is still there and says so itself.
 */
export function refuseOtherUsersForm({ userId }: SignedInUser, request: Request) {
  const owner = isForScript(request) ? cookieValue(request.headers.get('cookie'), 'page-of') : null
  if (owner !== null && owner !== userId) throw data(null, { status: 409 })
}

/** Whether a request sends something, and does not only read. */
export const isSent = ({ method }: Request) => method !== 'GET' && method !== 'HEAD'

/**
 * What is sent after the session ended: the page of a form sent by script is still there, with what was typed, and says
 * so itself (ui/connection/lost-connection.ts); everybody else is told where they sign in.
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

/** Whether the script of a page of ours asks, which stands where it is; else the browser itself goes there. */
export function isForScript(request: Request): boolean {
  // Our own upload says what it can read (office/parts/send-with-progress.ts).
  const isUpload = request.headers.get('accept')?.startsWith('application/json') ?? false
  return isUpload || new URL(request.url).pathname.endsWith('.data')
}
