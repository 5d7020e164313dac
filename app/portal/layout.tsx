import { type ReactNode, useEffect, useState } from 'react'
import { data, Link, Outlet } from 'react-router'
import { findInstallation } from '../domain/company/company.server.ts'
import { findOwner } from '../domain/investors/view-mode.server.ts'
import { recordVisit, visitOf } from '../domain/investors/visits.server.ts'
import { unreadCount } from '../domain/notifications/my-notifications.server.ts'
import { clock } from '../platform/clock.server.ts'
import { isDocument, takeToast } from '../platform/http/toast.server.ts'
import {
  currentUser,
  investorCommand,
  isBackgroundRequest,
  logFault,
  visitorContext,
} from '../platform/session/session.server.ts'
import { viewedInvestorId } from '../platform/session/view-mode.server.ts'
import { buttonClass } from '../ui/button.tsx'
import { LiveUpdates } from '../ui/connection/live-updates.tsx'
import { AreaFault } from '../ui/feedback/area-fault.tsx'
import { DemoNotice } from '../ui/feedback/demo-notice.tsx'
import { LazyErrorPage } from '../ui/feedback/lazy-error-page.tsx'
import { Toaster } from '../ui/feedback/toaster.tsx'
import { Icon } from '../ui/icon.tsx'
import { Shell } from '../ui/layout/shell.tsx'
import { sidebarFrom } from '../ui/layout/sidebar-state.ts'
import type { Toast } from '../values/toast.ts'
import type { Route } from './+types/layout.ts'
import { viewerQuery } from './guard.server.ts'
import { accountHeader } from './offline/addresses.ts'
import { OfflineCopies } from './offline/offline-copies.tsx'
import { type DataSaver, dataSaverFrom } from './parts/data-saver.ts'
import { portalAddress, type ViewedInvestor } from './parts/portal-link.tsx'
import {
  contactHome,
  documentsHome,
  investmentsHome,
  notificationsHome,
  portalHome,
  projectsHome,
  receiptsHome,
  settingsHome,
  statementsHome,
} from './paths.ts'
import portalSheet from './portal.css?url'

/** Leaves view mode for the list of investors, without signing out. */
const exitViewPath = '/admin-dashboard/investors'

/** Shown while an administrator views an investor's portal. */
function ViewBanner({ name }: { name: string }) {
  return (
    <aside
      aria-label="Admin View Mode"
      data-print="no"
      className="view-banner sticky top-0 z-40 flex min-h-12 items-center gap-x-3.5 gap-y-2 bg-(--ink) px-4 py-2 text-sm leading-[1.35] text-[oklch(0.97_0.008_100)] dark:bg-[oklch(0.33_0.03_85)] [&_:focus-visible]:outline-[oklch(0.8_0.12_156)]"
    >
      <Icon name="eye" className="text-gold" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-semibold">Admin View Mode</b>{' '}
        <span className="opacity-85">
          You are viewing <bdi>{name}</bdi>'s dashboard. Nothing can be changed here.
        </span>
      </p>
      <Link to={exitViewPath} className={buttonClass('outline', 'small')}>
        Exit view
      </Link>
    </aside>
  )
}

/** Also active on receipts and statements. */
const issuedDocuments = [statementsHome, receiptsHome]

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: portalSheet },
  // Only the portal can be installed, so public pages do not link the manifest.
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** What `useViewed` and `useLeftOut` read of this layout's data. */
type ReadByParts = { viewed: ViewedInvestor | null; saver: DataSaver } & Record<string, unknown>

export async function loader({ request, context }: Route.LoaderArgs) {
  const readAt = clock.now()
  const [{ demo, owner, visit }, unread] = await Promise.all([
    viewerQuery(context, async (reader) => {
      const [{ demo }, owner, visit] = await Promise.all([
        findInstallation(reader),
        findOwner(reader),
        visitOf(reader),
      ])
      return { demo, owner, visit }
    }),
    unreadOrUnknown(context),
  ])
  const investorId = await viewedInvestorId(context)
  const isOwnVisit = investorId === null && !isBackgroundRequest(context)
  if (isOwnVisit && !visit.isNoted) await investorCommand(context, recordVisit)
  const account = (await currentUser(context))?.userId ?? ''
  const viewed = investorId === null ? null : { investorId, name: owner.name }
  const { toast, headers } = takeToast(request)
  const mayStore = viewed === null && toast === null && isDocument(request)
  const { requestId } = context.get(visitorContext)
  const sidebar = sidebarFrom(request.headers.get('cookie'))
  const saver = dataSaverFrom(request.headers)
  return data(
    {
      owner,
      account,
      viewed,
      demo,
      unread,
      toast,
      entering: entered(viewed),
      sidebar,
      saver,
      requestId,
      readAt,
    } satisfies ReadByParts,
    { headers: { ...headers, ...(mayStore && { [accountHeader]: account }) } },
  )
}

/** The account whose device may store this document offline. */
export function headers({ loaderHeaders }: Route.HeadersArgs): HeadersInit {
  const account = loaderHeaders.get(accountHeader)
  return account === null ? {} : { [accountHeader]: account }
}

/** A failed count is logged and does not fail the page. */
async function unreadOrUnknown(context: Route.LoaderArgs['context']): Promise<number | null> {
  try {
    return await viewerQuery(context, unreadCount)
  } catch (fault) {
    logFault(context, 'unread notifications were not counted', fault)
    return null
  }
}

/** Toast when view mode is entered; the banner is shown from then on. */
function entered(viewed: { name: string } | null): Toast | null {
  if (viewed === null) return null
  const text = `You are viewing ${viewed.name}'s dashboard. Some actions may be limited.`
  return { kind: 'info', title: 'Admin View Mode', text, seconds: 5 }
}

export default function PortalLayout({ loaderData }: Route.ComponentProps) {
  return (
    <PortalShell {...loaderData}>
      <Outlet />
      <p data-print="no" className="mt-10 text-sm text-muted">
        Questions?{' '}
        <Link
          to={portalAddress(contactHome, loaderData.viewed)}
          className="tall-target text-link underline underline-offset-2"
        >
          Contact us
        </Link>
      </p>
      <LiveUpdates
        url={portalAddress(`${portalHome}/live`, loaderData.viewed)}
        readAt={loaderData.readAt}
      />
    </PortalShell>
  )
}

/** Renders inside the shell unless the layout's own loader failed. */
export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  if (!loaderData) return <LazyErrorPage error={error} />
  return (
    <PortalShell {...loaderData}>
      <AreaFault
        error={error}
        home={portalAddress(portalHome, loaderData.viewed)}
        reference={loaderData.requestId}
      />
    </PortalShell>
  )
}

type Frame = NonNullable<Route.ErrorBoundaryProps['loaderData']> & { children: ReactNode }

function PortalShell({
  owner,
  account,
  viewed,
  demo,
  unread,
  toast,
  entering,
  sidebar,
  readAt,
  saver,
  children,
}: Frame) {
  const shown = useToastOnce(entering, viewed?.investorId)
  const known = useLastKnown(unread)
  const address = (to: string) => portalAddress(to, viewed)
  return (
    <Shell
      kind="portal"
      label="Investor Portal"
      home={address(portalHome)}
      entries={[
        { to: address(portalHome), label: 'Dashboard', icon: 'dashboard', exact: true },
        {
          to: address(investmentsHome),
          label: 'My Investments',
          short: 'Investments',
          icon: 'investments',
          leadsTo: issuedDocuments,
        },
        { to: address(projectsHome), label: 'My Projects', icon: 'projects' },
        {
          to: address(documentsHome),
          label: 'My Documents',
          short: 'Documents',
          icon: 'documents',
        },
        {
          to: address(notificationsHome),
          label: 'My Notifications',
          short: 'Notifications',
          icon: 'notifications',
          ...(known === null ? {} : { count: known }),
        },
        { to: address(settingsHome), label: 'Profile Settings', icon: 'user' },
      ]}
      tabs={[portalHome, investmentsHome, documentsHome, notificationsHome].map(address)}
      person={owner}
      account={account}
      logout={viewed ? { to: exitViewPath, label: 'Exit view' } : '/logout?from=sidebar'}
      sidebar={sidebar}
      banner={
        <>
          {viewed && <ViewBanner name={viewed.name} />}
          <OfflineCopies
            account={account}
            readAt={readAt}
            isOwn={viewed === null}
            hasToast={toast !== null}
            isSaver={saver.isOn}
          />
          {demo && <DemoNotice />}
        </>
      }
    >
      {children}
      <Toaster toast={toast ?? shown} />
    </Shell>
  )
}

/** Every page carries the toast; it is shown once per portal. */
function useToastOnce(entering: Toast | null, whose: string | undefined): Toast | null {
  const [shown, setShown] = useState({ toast: entering, whose })
  if (shown.whose !== whose) setShown({ toast: entering, whose })
  useEffect(() => setShown({ toast: null, whose }), [whose])
  return shown.toast
}

/** The last known count, so that a failure never shows zero. */
function useLastKnown(count: number | null): number | null {
  const [known, setKnown] = useState(count)
  if (count !== null && count !== known) setKnown(count)
  return count ?? known
}
