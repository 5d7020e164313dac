import { unreadCount } from '../../domain/notifications/my-notifications.server.ts'
import { asInvestor, dashboardOf, signedIn } from '../../platform/session.server.ts'
import type { SiteSession } from '../../ui/site-header.tsx'
import type { Route } from './+types/route.ts'

/**
 * What the header says of this visitor, fetched after the page, which is the same for everybody. Administrators
 * receive no notifications and have no badge (W-40).
 */
export async function loader({ context }: Route.LoaderArgs): Promise<{ session: SiteSession | null }> {
  const person = await signedIn(context)
  if (!person) return { session: null }
  const dashboard = dashboardOf(person.role)
  const links = { dashboard, notifications: '/investment-dashboard/my-notifications', logout: '/logout?from=header' }
  if (person.role === 'admin') return { session: { ...links, admin: dashboard, unread: 0 } }
  const unread = person.investorId ? await asInvestor(context, unreadCount, 'file') : 0
  return { session: { ...links, unread } }
}
