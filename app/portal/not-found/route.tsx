import { data } from 'react-router'
import { NotInArea } from '../../ui/feedback/area-fault.tsx'
import { usePortalAddress } from '../parts/portal-link.tsx'

/** Every address of the portal that no screen has; who may learn even that is decided by the layout's guard. */
export function loader() {
  return data(null, { status: 404 })
}

export default function PortalNotFound() {
  const address = usePortalAddress()
  return <NotInArea home={address('/investment-dashboard')} />
}
