import { redirect } from 'react-router'
import {
  type ShortLivedCookie,
  setShortLivedCookie,
  shortLivedCookie,
} from '../../domain/accounts/sign-in/short-lived-cookies.server.ts'
import { type Context, clientInfo } from '../../platform/session/session.server.ts'
import { closedStateIn, toClosedLink } from './closed-link.server.ts'

/** Keeps the address out of referrers, search engines and caches. */
export const hidden = {
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
}

type LinkCookie = Exclude<ShortLivedCookie, 'sign-in-email'>

/** Redirects from an emailed link to the address without the token, which is kept in a cookie for an hour. */
export function withoutToken(to: string, name: LinkCookie, token: string): Response {
  return redirect(to, { headers: { ...hidden, 'Set-Cookie': setShortLivedCookie(name, token) } })
}

type LinkState = { state: 'open' } | { state: 'expired' | 'used' | 'ended' | 'unknown' }
type LinkPage = { page: '/invitation' | '/confirm'; cookie: LinkCookie }

/**
 * Finds the link of a page by the token or the state in its address, or by the cookie. Throws the
 * redirect without the token, unless the token is unknown.
 */
export async function openLink<Found extends LinkState>(
  context: Context,
  { url, token }: { url: URL; token: string | undefined },
  { page, cookie }: LinkPage,
  find: (token: string) => Promise<Found>,
): Promise<Found | Exclude<LinkState, { state: 'open' }>> {
  if (token === undefined) {
    const state = closedStateIn(url)
    return state === 'unknown' ? find(keptToken(context, cookie)) : { state }
  }
  const found: LinkState = await find(token)
  if (found.state === 'open') throw withoutToken(page, cookie, token)
  if (found.state !== 'unknown') throw toClosedLink(page, found.state)
  return { state: 'unknown' }
}

/** The token of the last link of its kind opened in this browser. */
export function keptToken(context: Context, name: LinkCookie): string {
  return shortLivedCookie(clientInfo(context).cookies, name) ?? ''
}

/** Prefills the email at sign-in. The cookie stays, so that a reload says that the link was used. */
export function withSignInEmail(headers: Headers, email: string): Headers {
  headers.append('Set-Cookie', setShortLivedCookie('sign-in-email', email))
  return headers
}

/** Whether another tab has opened a second link since, whose account must not get this password. */
export function isForAnotherLink(form: FormData, email: string): boolean {
  const drawnFor = form.get('email')
  return typeof drawnFor === 'string' && drawnFor !== '' && drawnFor !== email
}

export const anotherLinkSentence =
  'Another link was opened in this browser. Open the link in your email again.'
