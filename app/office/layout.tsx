import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { data, Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { countWaiting } from '../domain/approvals/open-proposals.server.ts'
import { findInstallation } from '../domain/company/company.server.ts'
import { countNewInquiries } from '../domain/inquiries/inquiries.server.ts'
import { countOpenRequests } from '../domain/investment-requests/requests.server.ts'
import { clock } from '../platform/clock.server.ts'
import { takeToast } from '../platform/http/toast.server.ts'
import { adminQuery, currentUser, visitorContext } from '../platform/session/session.server.ts'
import { type Access, AccessContext } from '../ui/access.ts'
import { LiveUpdates } from '../ui/connection/live-updates.tsx'
import { clearOfflineCopies } from '../ui/connection/stored-copies.ts'
import { AreaFault } from '../ui/feedback/area-fault.tsx'
import { DemoNotice } from '../ui/feedback/demo-notice.tsx'
import { LazyErrorPage } from '../ui/feedback/lazy-error-page.tsx'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { useNewShortcut } from '../ui/fields/new-shortcut.ts'
import type { NavEntry } from '../ui/layout/nav-links.tsx'
import { Shell } from '../ui/layout/shell.tsx'
import { sidebarFrom } from '../ui/layout/sidebar-state.ts'
import type { Route } from './+types/layout.ts'
import officeSheet from './office.css?url'
import { accessWith } from './page-access.ts'
import { SideJump, TopJump } from './palette/jump-button.tsx'
import { knownLines } from './palette/line.ts'
import { Palette } from './palette/palette.tsx'
import { undeliveredOf } from './parts/followed-invitations.server.ts'
import { UndeliveredInvitations } from './parts/undelivered-invitations.tsx'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: officeSheet }]

const home = '/admin-dashboard'
const investors = `${home}/investors`
const projects = `${home}/projects`
const investments = `${home}/investments`
const inquiries = `${home}/inquiries`
const others = [inquiries, `${home}/documents`, `${home}/notifications`]
const requests = `${home}/requests`
const approvals = `${home}/approvals`

const entries: readonly NavEntry[] = [
  { to: home, label: 'Dashboard', icon: 'dashboard', exact: true },
  { to: investors, label: 'Manage Investors', short: 'Investors', icon: 'investors' },
  { to: projects, label: 'Manage Projects', short: 'Projects', icon: 'projects' },
  { to: investments, label: 'Manage Investments', short: 'Investments', icon: 'investments' },
  { to: `${home}/documents`, label: 'Manage Documents', icon: 'documents' },
  { to: `${home}/notifications`, label: 'Manage Notifications', icon: 'notifications' },
  { to: `${home}/users`, alias: '/manage-users', label: 'Manage Users', icon: 'key' },
  { to: inquiries, label: 'Inquiries', icon: 'inbox', group: 'Also', counts: 'new' },
  { to: requests, label: 'Requests', icon: 'payment', counts: 'open' },
  { to: approvals, label: 'Approvals', icon: 'check-circle', counts: 'open' },
  {
    to: `${home}/transactions`,
    label: 'Bank transactions',
    short: 'Transactions',
    icon: 'payment',
  },
  { to: `${home}/payments`, label: 'Payments', icon: 'receipt' },
  { to: `${home}/receivables`, label: 'Receivables', icon: 'clock' },
  { to: `${home}/distributions`, label: 'Distributions', icon: 'distributions' },
  { to: `${home}/outbox`, label: 'Outbox', icon: 'mail' },
  { to: `${home}/import`, label: 'Import', icon: 'upload' },
  { to: `${home}/audit`, label: 'Audit Log', icon: 'history' },
  { to: `${home}/company`, label: 'Company Settings', icon: 'settings' },
  { to: `${home}/security`, label: 'Security', icon: 'lock' },
  { to: '/', label: 'Visit Website', icon: 'external', newTab: true },
]

/** Minimum time between live refreshes of busy lists, in milliseconds. */
const busyLists = [investors, investments]
const busyPauseMs = 3000

export async function loader({ request, context }: Route.LoaderArgs) {
  const readAt = clock.now()
  const person = await currentUser(context)
  const permissions = person?.permissions ?? []
  const seesMoney = permissions.includes('read-money')
  const [{ demo }, newInquiries, { count: openRequests }, waiting, undelivered] = await adminQuery(
    context,
    (admin) =>
      Promise.all([
        findInstallation(admin),
        countNewInquiries(admin),
        seesMoney ? countOpenRequests(admin) : { count: 0 },
        seesMoney ? countWaiting(admin) : 0,
        seesMoney ? undeliveredOf(request)(admin) : [],
      ]),
    { anyStaff: true },
  )
  const { toast, headers } = takeToast(request)
  const { requestId } = context.get(visitorContext)
  const sidebar = sidebarFrom(request.headers.get('cookie'))
  return data(
    {
      name: person?.name ?? '',
      account: person?.userId ?? '',
      permissions,
      demo,
      newInquiries,
      openRequests,
      waiting,
      undelivered,
      toast,
      sidebar,
      requestId,
      readAt,
    },
    { headers },
  )
}

/** The menu follows a change of roles on the next navigation. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate || currentUrl.pathname !== nextUrl.pathname
}

export default function OfficeLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  // The portal's offline copies belong to another account.
  useEffect(() => void clearOfflineCopies(), [])
  const isBusy = busyLists.some((list) => pathname.startsWith(list))
  return (
    <OfficeShell {...loaderData}>
      <Outlet />
      <UndeliveredInvitations undelivered={loaderData.undelivered} />
      <LiveUpdates
        url={`${home}/live`}
        readAt={loaderData.readAt}
        atMostEveryMs={isBusy ? busyPauseMs : 0}
      />
    </OfficeShell>
  )
}

/** Renders inside the shell unless the layout's own loader failed. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <LazyErrorPage error={error} />
  return (
    <OfficeShell {...loaderData}>
      <AreaFault error={error} home={home} reference={loaderData.requestId} />
    </OfficeShell>
  )
}

type Frame = NonNullable<Route.ErrorBoundaryProps['loaderData']> & { children: ReactNode }

function OfficeShell({
  name,
  account,
  permissions,
  demo,
  newInquiries,
  openRequests,
  waiting,
  toast,
  sidebar,
  children,
}: Frame) {
  const counts = new Map([
    [inquiries, newInquiries],
    [requests, openRequests],
    [approvals, waiting],
  ])
  const { pathname } = useLocation()
  const access = useMemo(() => accessWith(permissions, pathname), [permissions, pathname])
  const shown = useMemo(() => entries.filter(({ to }) => access.mayOpen(to)), [access])
  const { open, palette } = usePaletteShortcut(shown, access)
  useNewShortcut()
  return (
    <AccessContext value={access}>
      <Shell
        kind="office"
        label="Admin Panel"
        home={home}
        entries={shown.map((entry) => withCount(entry, counts.get(entry.to)))}
        tabs={tabsFor(access)}
        person={{ lead: 'Logged in as', name }}
        account={account}
        logout="/logout?from=sidebar"
        sidebar={sidebar}
        jump={{ side: <SideJump onJump={open} />, top: <TopJump onJump={open} /> }}
        banner={demo && <DemoNotice />}
      >
        {children}
        {palette}
        <Toaster toast={toast} />
      </Shell>
    </AccessContext>
  )
}

/** The four first screens of a phone's tab bar, for those who see no money others. */
function tabsFor({ mayOpen }: Access): string[] {
  return [home, investors, projects, investments, ...others].filter(mayOpen).slice(0, 4)
}

function withCount(entry: NavEntry, count: number | undefined): NavEntry {
  return count === undefined ? entry : { ...entry, count }
}

/** Ctrl+K or Cmd+K toggles the palette. */
function usePaletteShortcut(screens: readonly NavEntry[], access: Access) {
  const [isOpen, setOpen] = useState(false)
  const known = useMemo(
    () => knownLines(screens).filter(({ to }) => access.mayOpen(to)),
    [screens, access],
  )
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return
      event.preventDefault()
      setOpen((was) => !was)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return {
    open: useCallback(() => setOpen(true), []),
    palette: isOpen && <Palette known={known} close={close} />,
  }
}
