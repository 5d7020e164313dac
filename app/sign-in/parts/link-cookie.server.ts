import { redirect } from 'react-router'
import { type BriefCookie, briefCookie, keepBriefly } from '../../domain/accounts/brief-cookies.server.ts'
import { type Context, comerIn } from '../../platform/session.server.ts'

/** No other site may learn such an address, and no search engine and no cache keep it. */
export const hidden = { 'Referrer-Policy': 'same-origin', 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' }

type LinkCookie = Exclude<BriefCookie, 'sign-in-email'>

/** Leads from the address of a mailed link to one without its token, which the browser keeps for an hour. */
export function withoutToken(to: string, name: LinkCookie, token: string): Response {
  return redirect(to, { headers: { ...hidden, 'Set-Cookie': keepBriefly(name, token) } })
}

/** The token that this browser keeps of the last link of its kind that was opened. */
export function keptToken(context: Context, name: LinkCookie): string {
  return briefCookie(comerIn(context).cookies, name) ?? ''
}

/** The sign-in that follows has this email filled in. The link stays kept: a reload says that it was used. */
export function withSignInEmail(headers: Headers, email: string): Headers {
  headers.append('Set-Cookie', keepBriefly('sign-in-email', email))
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

export const anotherLinkSentence = 'Another link was opened in this browser. Open the link in your email again.'
