import { signFormStart } from '../../domain/inquiries/form-start.server.ts'
import { unreadCount } from '../../domain/notifications/my-notifications.server.ts'
import { currentUser, dashboardOf, investorQuery } from '../../platform/session/session.server.ts'
import type { SiteSession } from '../../ui/layout/site-header.tsx'
import type { Route } from './+types/route.ts'

export type Visitor = {
  session: SiteSession | null
  /** Signed time at which the page was opened; a contact form returns it. */
  formStart: string
}

/** Visitor data for pages that are cached for everyone. */
export async function loader({ context }: Route.LoaderArgs): Promise<Visitor> {
  return { session: await sessionOf(context), formStart: signFormStart() }
}

/** Administrators receive no notifications and have no badge. */
async function sessionOf(context: Route.LoaderArgs['context']): Promise<SiteSession | null> {
  const person = await currentUser(context)
  if (!person) return null
  const dashboard = dashboardOf(person.role)
  const links = {
    dashboard,
    notifications: '/investment-dashboard/my-notifications',
    logout: '/logout?from=header',
  }
  if (person.role === 'admin') return { ...links, admin: dashboard, unread: 0 }
  const unread =
    person.investorId && !person.hold ? await investorQuery(context, unreadCount, 'file') : 0
  return { ...links, unread }
}
