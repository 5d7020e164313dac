import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { allIconPaths } from '../all-icon-paths.ts'
import { Icon, IconPaths } from '../icon.tsx'
import { iconButtonClass } from '../icon-button.tsx'
import { homeLabel, useCompanyLook } from './company-look.ts'
import { CountBadge } from './count-badge.tsx'
import { initialsOf } from './initials.ts'
import { MoreSheet } from './more-sheet.tsx'
import { type NavEntry, SideLink, sideLinkClass, TabLink, tabClass } from './nav-links.tsx'
import { rememberSidebar, type SidebarState } from './sidebar-state.ts'
import { SkipLink } from './skip-link.tsx'
import { useFocusFallback } from './use-focus-fallback.ts'
import { Wordmark } from './wordmark.tsx'

/** A link out of view mode. */
type WayOut = { to: string; label: string }

export type ShellProps = {
  kind: 'portal' | 'office'
  /** For example "Investor Portal". */
  label: string
  /** Where the wordmark leads. */
  home: string
  entries: readonly NavEntry[]
  /** At most four addresses; the others are under More. */
  tabs: readonly string[]
  person: { name: string; lead?: string }
  /** The account the page was loaded for, even when another signs in elsewhere. */
  account: string
  /** The sign-out address, or a link where leaving does not sign out. */
  logout: string | WayOut
  /** From the cookie; undefined on a first visit. */
  sidebar: SidebarState | undefined
  /** The buttons that open the command palette, if there is one. */
  jump?: { side: ReactNode; top: ReactNode }
  /** Above everything: view mode, demo. */
  banner?: ReactNode
  children: ReactNode
}

/**
 * The frame of portal and office: a collapsible sidebar (a checkbox, so it works without script),
 * on phones a top bar and tab bar. `<main>` is the container of container queries.
 */
export function Shell({ kind, banner, sidebar, account, children, ...nav }: ShellProps) {
  const [owner] = useState(account)
  useFocusFallback()
  return (
    <IconPaths value={allIconPaths}>
      <div data-shell={kind} data-page-of={owner} className="min-h-dvh bg-ground">
        <SkipLink />
        {banner}
        <TopBar kind={kind} {...nav} />
        <div className="shell grid min-h-dvh grid-cols-[var(--side-width)_minmax(0,1fr)] has-[.side_:checked]:grid-cols-[4.5rem_minmax(0,1fr)] max-md:block max-md:min-h-0 print:block">
          <Sidebar sidebar={sidebar} {...nav} />
          <main
            id="main"
            tabIndex={-1}
            className="shell-main @container/main min-w-0 px-[clamp(1rem,2.6vw,2.25rem)] pt-8 pb-16 outline-none in-data-[shell=office]:pt-6 max-md:px-4 max-md:pt-5 max-md:pb-26 print:p-0 print:[print-color-adjust:exact]"
          >
            {children}
          </main>
        </div>
        <TabBar {...nav} />
      </div>
    </IconPaths>
  )
}

type NavProps = Omit<ShellProps, 'kind' | 'banner' | 'sidebar' | 'account' | 'children'>

function Sidebar({
  label,
  home,
  entries,
  person,
  logout,
  sidebar,
  jump,
}: NavProps & Pick<ShellProps, 'sidebar'>) {
  const { brand } = useCompanyLook()
  return (
    <aside
      aria-label={label}
      data-print="no"
      className="side sticky top-0 flex h-dvh flex-col bg-side px-3 pt-4.5 pb-3 text-side-text in-data-[shell=office]:forest-focus in-data-[shell=portal]:border-e in-data-[shell=portal]:border-side-line max-md:hidden low:overflow-y-auto [.demo-notice~.shell>&]:pb-11 [.view-banner~.shell>&]:top-12 [.view-banner~.shell>&]:h-[calc(100dvh-3rem)] [@media(max-height:60rem)]:in-data-[shell=office]:[--side-row:1.875rem]"
    >
      <div className="flex min-h-10 items-center gap-2.5 ps-2.5 pe-1 folded:flex-col folded:px-0">
        <Link
          to={home}
          className="inline-flex min-h-10 min-w-0 items-center"
          aria-label={homeLabel(brand, 'dashboard')}
        >
          <Wordmark name={brand} mark="text-(--side-mark)" word="folded:sr-only" />
        </Link>
        <label
          className={iconButtonClass(
            'ms-auto text-side-muted! hover:bg-side-hover! hover:text-side-text! has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus folded:mx-0 folded:mb-3',
          )}
          title="Collapse sidebar"
        >
          <input
            type="checkbox"
            className="sr-only"
            aria-label="Collapse sidebar"
            defaultChecked={sidebar === 'closed'}
            onChange={(event) => rememberSidebar(event.currentTarget.checked ? 'closed' : 'open')}
          />
          <Icon name="panel" />
        </label>
      </div>
      {jump?.side}
      <p className="px-3 pt-5 pb-2 text-xs text-side-muted folded:sr-only">{label}</p>
      <nav
        aria-label={label}
        className="-m-0.5 flex min-h-0 flex-col gap-0.5 overflow-y-auto p-0.5 [scrollbar-width:thin] low:flex-none low:overflow-visible"
      >
        {entries.map((entry) => (
          <Fragment key={entry.to}>
            {entry.group && (
              <p className="px-3 pt-3.5 pb-1 text-2xs text-side-muted folded:mx-3 folded:my-2 folded:h-px folded:overflow-hidden folded:bg-side-line folded:p-0 folded:text-transparent">
                {entry.group}
              </p>
            )}
            <SideLink entry={entry} />
          </Fragment>
        ))}
      </nav>
      <div className="mt-auto pt-4">
        <Person person={person} />
        <Leave by={logout} />
      </div>
    </aside>
  )
}

function Person({ person }: { person: ShellProps['person'] }) {
  return (
    <div className="mb-1 flex items-center gap-2.5 border-b border-side-line px-2.5 py-3">
      <Avatar name={person.name} />
      <p className="min-w-0 leading-[1.3] folded:sr-only">
        {person.lead && <span className="block text-2xs text-side-muted">{person.lead}</span>}
        <span className="block truncate font-[560]">{person.name}</span>
      </p>
    </div>
  )
}

/** A form, because signing out changes state. */
function Leave({ by }: { by: ShellProps['logout'] }) {
  if (typeof by !== 'string') {
    return (
      <Link to={by.to} title={by.label} className={sideLinkClass}>
        <Icon name="logout" />
        <span className="folded:sr-only">{by.label}</span>
      </Link>
    )
  }
  return (
    <form method="post" action={by}>
      <button type="submit" title="Logout" className={`w-full ${sideLinkClass}`}>
        <Icon name="logout" />
        <span className="folded:sr-only">Logout</span>
      </button>
    </form>
  )
}

function TopBar({
  kind,
  home,
  label,
  entries,
  tabs,
  person,
  logout,
  jump,
}: NavProps & Pick<ShellProps, 'kind'>) {
  const { brand } = useCompanyLook()
  return (
    <header
      data-print="no"
      className="top-bar sticky top-0 z-20 flex h-14 items-center bg-side ps-4 pe-2 text-side-text has-[details[open]]:z-42 in-data-[shell=office]:forest-focus in-data-[shell=portal]:border-b in-data-[shell=portal]:border-line md:hidden"
    >
      <Link
        to={home}
        className="inline-flex min-h-11 min-w-0 items-center overflow-hidden"
        aria-label={homeLabel(brand, 'dashboard')}
      >
        <Wordmark name={brand} mark="text-(--side-mark)" size="text-xl" word="max-[14em]:hidden" />
      </Link>
      <span className="ms-2.5 min-w-0 flex-[0_100_auto] truncate border-s border-side-line ps-2.5 text-xs text-side-muted max-[19em]:hidden">
        {label}
      </span>
      <span className="flex-1" />
      {jump?.top}
      {kind === 'portal' &&
        entries.map((entry) =>
          entry.count === undefined ? null : <UnreadBell key={entry.to} entry={entry} />,
        )}
      <MoreSheet
        label={label}
        summary={
          <>
            {kind === 'portal' ? <Avatar name={person.name} /> : <Icon name="menu" />}
            <span className="sr-only">Menu</span>
          </>
        }
        summaryClass={iconButtonClass('text-side-text!')}
      >
        <MoreLinks entries={entries} tabs={tabs} person={person} logout={logout} />
      </MoreSheet>
    </header>
  )
}

function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 flex-none place-items-center rounded-full bg-[color-mix(in_oklab,var(--gold)_26%,var(--surface))] text-2xs font-semibold text-text in-data-[shell=office]:bg-[oklch(1_0_0/0.12)] in-data-[shell=office]:text-side-text"
    >
      {initialsOf(name)}
    </span>
  )
}

/** Unread notifications: a tab has no room for the number. */
function UnreadBell({ entry: { to, label, icon, count = 0 } }: { entry: NavEntry }) {
  return (
    <Link to={to} className={iconButtonClass('text-side-text!')}>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
      <CountBadge
        count={count}
        label="unread"
        className="absolute top-0.5 right-0 h-4.5 min-w-4.5 px-1 text-3xs"
      />
    </Link>
  )
}

function TabBar({ label, entries, tabs, person, logout }: NavProps) {
  return (
    <nav
      aria-label={`${label}, short`}
      data-print="no"
      className="tab-bar fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] has-[details[open]]:z-42 md:hidden"
    >
      {tabs.map((to) => {
        const entry = entries.find((link) => link.to === to)
        return entry && <TabLink key={to} entry={entry} />
      })}
      <MoreSheet
        label={label}
        summary={
          <>
            <Icon name="more" />
            More
          </>
        }
        summaryClass={tabClass}
      >
        <MoreLinks entries={entries} tabs={tabs} person={person} logout={logout} />
      </MoreSheet>
    </nav>
  )
}

function MoreLinks({
  entries,
  tabs,
  person,
  logout,
}: Pick<NavProps, 'entries' | 'tabs' | 'person' | 'logout'>) {
  const rest = entries.filter((entry) => !tabs.includes(entry.to))
  return (
    <>
      <p className="px-3 pb-2 text-xs text-muted">
        {person.lead ? `${person.lead} ${person.name}` : person.name}
      </p>
      {rest.map((entry) => (
        <SideLink key={entry.to} entry={entry} />
      ))}
      <Leave by={logout} />
    </>
  )
}
