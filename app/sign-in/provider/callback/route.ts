import { redirect } from 'react-router'
import { configuredProvider } from '../../../domain/accounts/provider/provider.server.ts'
import { signInByProvider } from '../../../domain/accounts/provider/provider-sign-in.server.ts'
import {
  clearShortLivedCookie,
  shortLivedCookie,
} from '../../../domain/accounts/sign-in/short-lived-cookies.server.ts'
import { redirectWithToast } from '../../../platform/http/toast.server.ts'
import { log } from '../../../platform/observability/log.server.ts'
import { clientInfo, notFound } from '../../../platform/session/session.server.ts'
import type { Toast } from '../../../values/toast.ts'
import { waitSentence } from '../../parts/own-account.server.ts'
import { redirectAfterSignIn } from '../../parts/redirect-after-sign-in.server.ts'
import { providerRefused } from '../provider-refusals.ts'
import type { Route } from './+types/route.ts'

/** Where the provider sends the browser back to. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  if (!configuredProvider) throw notFound()
  const { name } = configuredProvider.settings
  const comer = clientInfo(context)
  const next = shortLivedCookie(comer.cookies, 'sign-in-next')
  const to = new URL(next === null ? '/login' : `/login?next=${encodeURIComponent(next)}`, url)
  const result = await signInByProvider(configuredProvider, comer, {
    search: url.search,
    seed: shortLivedCookie(comer.cookies, 'provider-request'),
    userAgent: request.headers.get('user-agent'),
  })
  if ('refused' in result) {
    if (result.refused === 'too-many')
      return redirectWithToast('/login', failed(waitSentence(result.retryAt)))
    if (result.fault)
      log.warn('the sign-in provider’s answer was refused', { why: result.fault.message })
    return redirectWithToast(`/login${to.search}`, providerRefused(result.refused, name), ended())
  }
  for (const cookie of ended().getSetCookie()) result.headers.append('Set-Cookie', cookie)
  return 'secondFactor' in result
    ? redirect(`/login/second-factor${to.search}`, { headers: result.headers })
    : redirectAfterSignIn(result.role, to, welcome(result.name), result.headers)
}

function ended(): Headers {
  const headers = new Headers({ 'Set-Cookie': clearShortLivedCookie('provider-request') })
  headers.append('Set-Cookie', clearShortLivedCookie('sign-in-next'))
  return headers
}

const failed = (text: string): Toast => ({ kind: 'error', title: 'Login failed', text })
const welcome = (name: string): Toast => ({
  kind: 'success',
  title: 'Login successful',
  text: `Welcome back, ${name}!`,
})
