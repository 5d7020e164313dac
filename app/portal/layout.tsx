import type { ReactNode } from 'react'
import { data, Outlet } from 'react-router'
import { findInstallation } from '../domain/company/company.server.ts'
import { unreadCount } from '../domain/notifications/my-notifications.server.ts'
import { asInvestor, signedIn, visitorContext } from '../platform/session.server.ts'
import { takeToast } from '../platform/toast.server.ts'
import { AreaFault, isNotFound } from '../ui/area-fault.tsx'
import { DemoNotice } from '../ui/demo-notice.tsx'
import { FaultPage } from '../ui/fault-page.tsx'
import { LiveUpdates } from '../ui/live-updates.tsx'
import { NotFoundPage } from '../ui/not-found-page.tsx'
import { Shell } from '../ui/shell.tsx'
import { sidebarFrom } from '../ui/sidebar-state.ts'
import { Toaster } from '../ui/toaster.tsx'
import type { Route } from './+types/layout.ts'

const home = '/investment-dashboard'
const investments = `${home}/investments`
const documents = `${home}/documents`
const notifications = `${home}/notifications`

export async function loader({ request, context }: Route.LoaderArgs) {
  const { demo, unread } = await asInvestor(context, async (investor) => ({
    demo: (await findInstallation(investor)).demo,
    unread: await unreadCount(investor),
  }))
  const person = await signedIn(context)
  const { toast, headers } = takeToast(request)
  const { requestId } = context.get(visitorContext)
  const sidebar = sidebarFrom(request.headers.get('cookie'))
  return data({ name: person?.name ?? '', demo, unread, toast, sidebar, requestId }, { headers })
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PortalShell {...loaderData}>
      <Outlet />
      <LiveUpdates url={`${home}/live`} />
    </PortalShell>
  )
}

/** What no screen caught, inside the shell; without it when not even the layout could be loaded. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return isNotFound(error) ? <NotFoundPage /> : <FaultPage reference={undefined} />
  return (
    <PortalShell {...loaderData}>
      <AreaFault error={error} home={home} reference={loaderData.requestId} />
    </PortalShell>
  )
}

type Frame = NonNullable<Route.ErrorBoundaryProps['loaderData']> & { children: ReactNode }

function PortalShell({ name, demo, unread, toast, sidebar, children }: Frame) {
  return (
    <Shell
      kind="portal"
      label="Investor Portal"
      home={home}
      entries={[
        { to: home, label: 'Dashboard', icon: 'dashboard', exact: true },
        { to: investments, label: 'My Investments', short: 'Investments', icon: 'investments' },
        { to: documents, label: 'My Documents', short: 'Documents', icon: 'documents' },
        { to: notifications, label: 'My Notifications', short: 'Notifications', icon: 'notifications', count: unread },
      ]}
      tabs={[home, investments, documents, notifications]}
      person={{ name }}
      logout="/logout?from=sidebar"
      sidebar={sidebar}
      banner={demo && <DemoNotice />}
    >
      {children}
      <Toaster toast={toast} />
    </Shell>
  )
}
