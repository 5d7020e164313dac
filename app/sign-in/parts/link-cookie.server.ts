import { redirect } from 'react-router'
import {
  type BriefCookie,
  briefCookie,
  setBriefCookie,
} from '../../domain/accounts/sign-in/brief-cookies.server.ts'
import { type Context, comerIn } from '../../platform/session/session.server.ts'
import { closedStateIn, toClosedLink } from './closed-link.server.ts'

/** No other site may learn such an address, and no search engine and no cache keep it. */
export const hidden = {
  'Referrer-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
}

type LinkCookie = Exclude<BriefCookie, 'sign-in-email'>

/** Leads from the address of a mailed link to one without its token, which the browser keeps for an hour. */
export function withoutToken(to: string, name: LinkCookie, token: string): Response {
  return redirect(to, { headers: { ...hidden, 'Set-Cookie': setBriefCookie(name, token) } })
}

type LinkState = { state: 'open' } | { state: 'expired' | 'used' | 'ended' | 'unknown' }
type LinkPage = { page: '/invitation' | '/confirm'; cookie: LinkCookie }

/**
 * Looks up the link of a page: by the token in its address, else by the state that the address names, else by the token
 * in the cookie. Throws the redirect to the address without the token, unless the token is unknown.
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

/** The token that this browser keeps of the last link of its kind that was opened. */
export function keptToken(context: Context, name: LinkCookie): string {
  return briefCookie(comerIn(context).cookies, name) ?? ''
}

/** The sign-in that follows has this email filled in. The link stays kept: a reload says that it was used. */
export function withSignInEmail(headers: Headers, email: string): Headers {
  headers.append('Set-Cookie', setBriefCookie('sign-in-email', email))
  return headers
}

/**
 * Whether a form was drawn for another link than the one the browser keeps now, because a second link was opened in
 * another tab since: the password must not go to the other account.
 */
export function isForAnotherLink(form: FormData, email: string): boolean {
  const drawnFor = form.get('email')
  return typeof drawnFor === 'string' && drawnFor !== '' && drawnFor !== email
}

export const anotherLinkSentence =
  'Another link was opened in this browser. Open the link in your email again.'
