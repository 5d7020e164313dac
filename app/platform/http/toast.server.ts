import { redirect } from 'react-router'
import { toastCookieName as cookieName, parseToast, type Toast } from '../../values/toast.ts'
import { config } from '../config.server.ts'
import { cookieValue } from '../session/auth.server.ts'
import { isMadeInBackground } from '../session/find-session.server.ts'

const attributes = `Path=/; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

/** Leads to a page (303, so that a reload sends nothing again) and shows a toast there. */
export function redirectWithToast(
  to: string,
  toast: Toast,
  headers: Headers = new Headers(),
): Response {
  headers.append('Set-Cookie', toastCookie(toast))
  return redirect(to, { status: 303, headers })
}

/** Shows a toast with the next page that is read, for an answer that is no page itself, such as a download. */
export function toastCookie(toast: Toast): string {
  return `${cookieName}=${encodeURIComponent(JSON.stringify(toast))}; Max-Age=60; ${attributes}`
}

/** Whether a document is asked for, and not the data of a page. */
export const isDocument = ({ url }: Request) => !new URL(url).pathname.endsWith('.data')

/**
 * The toast a redirect brought along, and the headers that make it the last time it is shown. Only for a document: where
 * script runs, the page takes the cookie itself, because the answer to a data request may be dropped for a newer one.
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
