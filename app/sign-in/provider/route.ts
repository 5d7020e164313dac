import { redirect } from 'react-router'
import { configuredProvider } from '../../domain/accounts/provider/provider.server.ts'
import { requestProviderSignIn } from '../../domain/accounts/provider/provider-request.server.ts'
import { setShortLivedCookie } from '../../domain/accounts/sign-in/short-lived-cookies.server.ts'
import { redirectWithToast } from '../../platform/http/toast.server.ts'
import { logFault, notFound } from '../../platform/session/session.server.ts'
import type { Route } from './+types/route.ts'
import { providerRefused } from './provider-refusals.ts'

/** Sends the browser to the provider. */
export async function loader({ url, context }: Route.LoaderArgs) {
  if (!configuredProvider) throw notFound()
  const next = url.searchParams.get('next') ?? ''
  try {
    const { to, seed } = await requestProviderSignIn(configuredProvider)
    const headers = new Headers({ 'Set-Cookie': setShortLivedCookie('provider-request', seed) })
    headers.append('Set-Cookie', setShortLivedCookie('sign-in-next', next))
    return redirect(to.href, { headers })
  } catch (fault) {
    logFault(context, 'the sign-in provider could not be reached', fault)
    return redirectWithToast('/login', providerRefused('failed', configuredProvider.settings.name))
  }
}
