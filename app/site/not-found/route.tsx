import { data, redirect } from 'react-router'
import { NotFound } from '../parts/not-found.ts'
import type { Route } from './+types/route.ts'
import { recoveryAddress } from './recovery-address.ts'

/** A redirect replaces the history entry, so that Back does not return here. */
export function loader({ url }: Route.LoaderArgs) {
  const recovery = recoveryAddress(url.search)
  if (recovery !== null) throw redirect(recovery)
  return data(null, { status: 404 })
}

export default function UnknownAddress() {
  return <NotFound />
}
