import { redirect } from 'react-router'
import { clearBriefCookie } from '../../domain/accounts/sign-in/brief-cookies.server.ts'
import { redirectWithToast } from '../../platform/http/toast.server.ts'
import { dashboardOf } from '../../platform/session/session.server.ts'
import type { SignedIn } from '../../platform/session/signed-in.ts'
import type { Toast } from '../../values/toast.ts'
import { pageAfterSignIn } from '../login/next-page.ts'
import { clearSiteData } from './clear-site-data.server.ts'

/**
 * Leads whoever has just signed in to the page they asked for before, or to their dashboard. The welcome goes along to pages
 * of their dashboard alone: Invest Now shows no toasts, and the next page to show it would be long after.
 */
export function redirectAfterSignIn(
  role: SignedIn['role'],
  url: URL,
  welcome: Toast,
  signedInHeaders: Headers,
): Response {
  const dashboard = dashboardOf(role)
  const to = pageAfterSignIn(dashboard, url.searchParams.get('next'), url)
  const headers = clearSiteData(signedInHeaders)
  headers.append('Set-Cookie', clearBriefCookie('sign-in-email'))
  return to.startsWith(dashboard)
    ? redirectWithToast(to, welcome, headers)
    : redirect(to, { status: 303, headers })
}
