import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { allIconPaths } from './all-icon-paths.ts'
import { labelOfHome, useCompanyLook } from './company-look.ts'
import { CountBadge } from './count-badge.tsx'
import { Icon, IconPaths } from './icon.tsx'
import { iconButtonClass } from './icon-button.tsx'
import { initialsOf } from './initials.ts'
import { SideJump, TopJump } from './jump-button.tsx'
import { MoreSheet } from './more-sheet.tsx'
import { rememberSidebar, type SidebarState } from './sidebar-state.ts'
import { SkipLink } from './skip-link.tsx'
import { useKeptFocus } from './use-kept-focus.ts'
import { Wordmark } from './wordmark.tsx'
import './styles/app.css'
import { type NavEntry, SideLink, TabLink } from './nav-links.tsx'

/** A link out of what is shown, in words of its own. */
type WayOut = { to: string; label: string }

export type ShellProps = {
  kind: 'portal' | 'office'
  /** The words above the entries: "Investor Portal", "Admin Panel". */
  label: string
  /** Where the wordmark leads. */
  home: string
  entries: readonly NavEntry[]
  /** The addresses of the tab bar, at most four; the rest stands under More. */
  tabs: readonly string[]
  person: { name: string; lead?: string }
  /** The account that is signed in. The page stays that of the first one, whoever signs in elsewhere meanwhile. */
  account: string
  /** Where the logout button posts; or the link that stands in its place, where leaving the page signs nobody out. */
  logout: string | WayOut
  /** As the cookie has it; nothing on a first visit. */
  sidebar: SidebarState | undefined
  /** Opens what jumps anywhere; without it there is no button for it. */
  onJump?: () => void
  /** What stands above everything: the banner of view mode, the note of the demo. */
  banner?: ReactNode
  children: ReactNode
}

/**
 * The frame of portal and office: a sidebar that folds to a rail (a checkbox, so it folds without script), on phones a
 * top bar and a tab bar instead. The page goes into `<main>`, which is the container `main` of the container queries.
 */
export function Shell({ kind, banner, sidebar, account, children, ...nav }: ShellProps) {
  const [owner] = useState(account)
  useKeptFocus()
  return (
    <IconPaths value={allIconPaths}>
      <div data-shell={kind} data-page-of={owner} className="min-h-dvh bg-ground">
        <SkipLink />
        {banner}
        <TopBar kind={kind} {...nav} />
        <div className="shell">
          <Sidebar sidebar={sidebar} {...nav} />
          <main id="main" tabIndex={-1} className="shell-main @container/main outline-none">
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
  onJump,
}: NavProps & Pick<ShellProps, 'sidebar'>) {
  const { brand } = useCompanyLook()
  return (
    <aside aria-label={label} data-print="no" className="side">
      <div className="side-head">
        <Link
          to={home}
          className="inline-flex min-h-10 min-w-0 items-center"
          aria-label={labelOfHome(brand, 'dashboard')}
        >
          <Wordmark name={brand} mark="text-(--side-mark)" word="side-word" />
        </Link>
        <label
          className={iconButtonClass(
            'side-fold text-side-muted! hover:bg-side-hover! hover:text-side-text!',
          )}
          title="Fold sidebar"
        >
          <input
            type="checkbox"
            className="sr-only"
            aria-label="Fold sidebar"
            defaultChecked={sidebar === 'closed'}
            onChange={(event) => rememberSidebar(event.currentTarget.checked ? 'closed' : 'open')}
          />
          <Icon name="panel" />
        </label>
      </div>
      {onJump && <SideJump onJump={onJump} />}
      <p className="side-word px-3 pt-5 pb-2 text-xs text-side-muted">{label}</p>
      <nav aria-label={label} className="flex flex-col gap-0.5">
        {entries.map((entry) => (
          <Fragment key={entry.to}>
            {entry.group && <p className="side-group">{entry.group}</p>}
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
      <p className="side-word min-w-0 leading-[1.3]">
        {person.lead && <span className="block text-2xs text-side-muted">{person.lead}</span>}
        <span className="block truncate font-[560]">{person.name}</span>
      </p>
    </div>
  )
}

/** Signing out changes something, so it is a form and not a link. */
function Leave({ by }: { by: ShellProps['logout'] }) {
  if (typeof by !== 'string') {
    return (
      <Link to={by.to} title={by.label} className="side-link">
        <Icon name="logout" />
        <span className="side-word">{by.label}</span>
      </Link>
    )
  }
  return (
    <form method="post" action={by}>
      <button type="submit" title="Logout" className="side-link w-full">
        <Icon name="logout" />
        <span className="side-word">Logout</span>
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
  onJump,
}: NavProps & Pick<ShellProps, 'kind'>) {
  const { brand } = useCompanyLook()
  return (
    <header data-print="no" className="top-bar">
      <Link
        to={home}
        className="inline-flex min-h-11 min-w-0 items-center"
        aria-label={labelOfHome(brand, 'dashboard')}
      >
        <Wordmark name={brand} mark="text-(--side-mark)" size="text-xl" word="top-word" />
      </Link>
      <span className="top-label ms-2.5 border-s border-side-line ps-2.5 text-xs text-side-muted">
        {label}
      </span>
      <span className="flex-1" />
      {onJump && <TopJump onJump={onJump} />}
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
        <MoreLinks {...{ entries, tabs, person, logout }} />
      </MoreSheet>
    </header>
  )
}

function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="side-avatar">
      {initialsOf(name)}
    </span>
  )
}

/** How many are unread: a tab of the bar below has no room for the number. */
function UnreadBell({ entry: { to, label, icon, count = 0 } }: { entry: NavEntry }) {
  return (
    <Link to={to} className={iconButtonClass('bell text-side-text!')}>
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
      <CountBadge count={count} label="unread" />
    </Link>
  )
}

function TabBar({ label, entries, tabs, person, logout }: NavProps) {
  return (
    <nav aria-label={`${label}, short`} data-print="no" className="tab-bar">
      {tabs.map((to) => {
        const entry = entries.find((one) => one.to === to)
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
        summaryClass="tab"
      >
        <MoreLinks {...{ entries, tabs, person, logout }} />
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
