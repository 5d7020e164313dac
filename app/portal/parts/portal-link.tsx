import type { ComponentProps } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import type { loader as layoutLoader } from '../layout.tsx'

/** The investor whom an administrator looks at; null for the investors themselves. */
export function useViewed() {
  return useRouteLoaderData<typeof layoutLoader>('portal/layout')?.viewed ?? null
}

/** The address with the investor an administrator looks at: in view mode every address of the tab names them (decisions §2). */
export function usePortalAddress(): (to: string) => string {
  const viewed = useViewed()
  return (to) => portalAddress(to, viewed)
}

/** A page of the portal, seen by its owner or by somebody who looks on. */
export function portalAddress(to: string, viewed: { investorId: string } | null): string {
  if (viewed === null) return to
  const [path = '', query = ''] = to.split('?')
  const params = new URLSearchParams(query)
  params.set('investorId', viewed.investorId)
  return `${path}?${params}`
}

/** A link between pages of the portal. */
export function PortalLink({
  to,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = usePortalAddress()
  return <Link to={address(to)} {...rest} />
}
