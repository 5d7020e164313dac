import { data, redirect } from 'react-router'
import pagesSheet from '../pages.css?url'
import { NotFound } from '../parts/not-found.ts'
import type { Route } from './+types/route.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** A redirect replaces the history entry, so that Back does not return here. */
export function loader({ url }: Route.LoaderArgs) {
  const recovery = recoveryAddress(url.search)
  if (recovery !== null) throw redirect(recovery)
  return data(null, { status: 404 })
}

export default function UnknownAddress() {
  return <NotFound />
}

/** Redirects a broken recovery link to the recovery page, else null. Other token types are no such links. */
function recoveryAddress(search: string): string | null {
  const query = new URLSearchParams(search)
  const type = query.get('type')
  const isRecovery =
    query.get('access_token') ||
    query.get('email') ||
    (query.get('token') && (!type || type === 'recovery'))
  return isRecovery ? `/reset-password${search}` : null
}
