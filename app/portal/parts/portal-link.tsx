import type { ComponentProps } from 'react'
import { Link, useRouteLoaderData } from 'react-router'

export type ViewedInvestor = { investorId: string; name: string }

/** The investor an administrator views; null for investors. */
export function useViewed() {
  return useRouteLoaderData<{ viewed: ViewedInvestor | null }>('portal/layout')?.viewed ?? null
}

/** Adds the viewed investor to the address: in view mode every address of the tab names them. */
export function usePortalAddress(): (to: string) => string {
  const viewed = useViewed()
  return (to) => portalAddress(to, viewed)
}

/** A portal address for its owner or in view mode. */
export function portalAddress(to: string, viewed: { investorId: string } | null): string {
  if (viewed === null) return to
  const [address = '', hash] = to.split('#')
  const [path = '', query = ''] = address.split('?')
  const params = new URLSearchParams(query)
  params.set('investorId', viewed.investorId)
  return `${path}?${params}${hash === undefined ? '' : `#${hash}`}`
}

export function PortalLink({
  to,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'to'> & { to: string }) {
  const address = usePortalAddress()
  return <Link to={address(to)} {...rest} />
}
