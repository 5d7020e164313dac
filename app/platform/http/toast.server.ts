import { redirect } from 'react-router'
import { toastCookieName as cookieName, parseToast, type Toast } from '../../values/toast.ts'
import { config } from '../config.server.ts'
import { cookieValue } from '../session/auth.server.ts'
import { isMadeInBackground } from '../session/find-session.server.ts'

const attributes = `Path=/; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

/** Redirects with 303, so that a reload does not post again, and shows a toast. */
export function redirectWithToast(
  to: string,
  toast: Toast,
  headers: Headers = new Headers(),
): Response {
  headers.append('Set-Cookie', toastCookie(toast))
  return redirect(to, { status: 303, headers })
}

/** Shows a toast with the next page, for responses that are not pages. */
export function toastCookie(toast: Toast): string {
  return `${cookieName}=${encodeURIComponent(JSON.stringify(toast))}; Max-Age=60; ${attributes}`
}

/** Whether a document is requested, not a page's data. */
export const isDocument = ({ url }: Request) => !new URL(url).pathname.endsWith('.data')

/**
 * The toast of a redirect, and the headers that delete it. Only for documents: with script the page
 * reads the cookie, because a data response may be dropped.
 */
export function takeToast(request: Request): {
  toast: Toast | null
  headers: Record<string, string>
} {
  const isShown = isDocument(request) && !isMadeInBackground(request)
  const value = isShown ? cookieValue(request.headers.get('cookie'), cookieName) : null
  if (!value) return { toast: null, headers: {} }
  return {
    toast: parseToast(value),
    headers: { 'Set-Cookie': `${cookieName}=; Max-Age=0; ${attributes}` },
  }
}
