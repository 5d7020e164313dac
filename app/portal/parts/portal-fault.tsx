import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { portalHome } from '../paths.ts'
import { usePortalAddress } from './portal-link.tsx'

/** Error page inside the portal's frame; the layout's own boundary would lose the layout's data. */
export function PortalFault({ error, title }: { error: unknown; title: string }) {
  const address = usePortalAddress()
  return <ListFault error={error} home={address(portalHome)} title={title} />
}
