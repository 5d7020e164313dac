import { data } from 'react-router'
import { NotInArea } from '../../ui/feedback/area-fault.tsx'
import { usePortalAddress } from '../parts/portal-link.tsx'
import { portalHome } from '../paths.ts'

/** The layout's guard decides who sees this page. */
export function loader() {
  return data(null, { status: 404 })
}

export default function PortalNotFound() {
  const address = usePortalAddress()
  return <NotInArea home={address(portalHome)} />
}
