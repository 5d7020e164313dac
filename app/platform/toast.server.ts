import { redirect } from 'react-router'
import type { Toast } from '../values/toast.ts'
import { cookieValue } from './auth.server.ts'
import { config } from './config.server.ts'

const name = 'toast'
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.isHttps ? '; Secure' : ''}`

/** Leads to a page (303, so that a reload sends nothing again) and shows a toast there. */
export function redirectWithToast(to: string, toast: Toast, headers: Headers = new Headers()): Response {
  headers.append('Set-Cookie', toastCookie(toast))
  return redirect(to, { status: 303, headers })
}

/** Shows a toast with the next page that is read, for an answer that is no page itself, such as a download. */
export function toastCookie(toast: Toast): string {
  return `${name}=${encodeURIComponent(JSON.stringify(toast))}; Max-Age=60; ${attributes}`
}

/** The toast a redirect brought along, and the headers that make it the last time it is shown. */
export function takeToast(request: Request): { toast: Toast | null; headers: HeadersInit } {
  const value = cookieValue(request.headers.get('cookie'), name)
  if (!value) return { toast: null, headers: {} }
  return { toast: readToast(value), headers: { 'Set-Cookie': `${name}=; Max-Age=0; ${attributes}` } }
}

/** The cookie comes from the browser: what is not a toast of ours is no toast. Text is only ever shown as text. */
function readToast(value: string): Toast | null {
  try {
    const { title, text, kind, seconds } = JSON.parse(value) as Record<string, unknown>
    if (typeof title !== 'string' || (kind !== 'success' && kind !== 'error' && kind !== 'warning')) return null
    return {
      title,
      kind,
      ...(typeof text === 'string' ? { text } : {}),
      ...(typeof seconds === 'number' ? { seconds } : {}),
    }
  } catch (fault) {
    if (fault instanceof SyntaxError || fault instanceof TypeError) return null
    throw fault
  }
}
