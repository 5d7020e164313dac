import { ListFault } from '../../ui/feedback/area-fault.tsx'
import { usePortalAddress } from './portal-link.tsx'

/**
 * What stands in place of a page of the portal whose form was refused, or which could not be read. Such a page needs it
 * itself: the layout's own would come without the layout's facts, and so without its frame.
 */
export function PortalFault({ error, title }: { error: unknown; title: string }) {
  const address = usePortalAddress()
  return <ListFault error={error} home={address('/investment-dashboard')} title={title} />
}
