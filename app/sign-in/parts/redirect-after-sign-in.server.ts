import { redirect } from 'react-router'
import { clearShortLivedCookie } from '../../domain/accounts/sign-in/short-lived-cookies.server.ts'
import { redirectWithToast } from '../../platform/http/toast.server.ts'
import { dashboardOf } from '../../platform/session/session.server.ts'
import type { SignedInUser } from '../../platform/session/signed-in-user.ts'
import type { Toast } from '../../values/toast.ts'
import { pageAfterSignIn } from '../login/next-page.ts'
import { clearSiteData } from './clear-site-data.server.ts'

/** Redirects to the requested page or the dashboard, with a welcome toast where the page shows toasts. */
export function redirectAfterSignIn(
  role: SignedInUser['role'],
  url: URL,
  welcome: Toast,
  signedInHeaders: Headers,
): Response {
  const dashboard = dashboardOf(role)
  const to = pageAfterSignIn(dashboard, url.searchParams.get('next'), url)
  const headers = clearSiteData(signedInHeaders)
  headers.append('Set-Cookie', clearShortLivedCookie('sign-in-email'))
  return to.startsWith(dashboard)
    ? redirectWithToast(to, welcome, headers)
    : redirect(to, { status: 303, headers })
}
