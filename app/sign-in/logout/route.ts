import { redirect } from 'react-router'
import { signOut } from '../../domain/accounts/sign-in/sign-out.server.ts'
import { redirectWithToast } from '../../platform/http/toast.server.ts'
import { clientInfo, logFault } from '../../platform/session/session.server.ts'
import type { Toast } from '../../values/toast.ts'
import { clearSiteData } from '../parts/clear-site-data.server.ts'
import type { Route } from './+types/route.ts'

const fromSidebar: Toast = { kind: 'success', title: 'Logged out successfully' }
const fromHeader: Toast = {
  kind: 'success',
  title: 'Logged out',
  text: 'You have been successfully logged out.',
}
const notLoggedOut: Toast = {
  kind: 'error',
  title: 'Logout failed',
  text: 'You are still signed in. Please try again later.',
}

/** A GET changes nothing. */
export function loader() {
  return redirect('/')
}

/** One action with two toasts: the sidebar's is shorter. */
export async function action({ url, context }: Route.ActionArgs) {
  try {
    const cookiesTaken = await signOut(clientInfo(context))
    const toast = url.searchParams.get('from') === 'sidebar' ? fromSidebar : fromHeader
    return redirectWithToast('/login', toast, clearSiteData(cookiesTaken))
  } catch (fault) {
    const reference = logFault(context, 'sign-out failed', fault)
    return redirectWithToast('/login', {
      ...notLoggedOut,
      text: `${notLoggedOut.text} Reference ${reference}`,
    })
  }
}
