import { Link, useLocation } from 'react-router'
import { CountBadge } from './count-badge.tsx'
import { Icon, type IconName } from './icon.tsx'
import './styles/app.css'

/** One entry of the sidebar. */
export type NavEntry = {
  to: string
  label: string
  /** The word in the tab bar of a phone, where the label is too long. */
  short?: string
  icon: IconName
  /** How many are unread, or whatever `counts` calls them; nothing is shown at zero. */
  count?: number
  counts?: string
  /** Current on its own address only, not on those below it (the dashboard). */
  exact?: boolean
  /** Another address of the same screen. */
  alias?: string
  /** Where the addresses of screens begin that have no entry of their own and are reached from this one. */
  leadsTo?: readonly string[]
  newTab?: boolean
  /** Begins a group of entries, under these words. */
  group?: string
}

export function SideLink({ entry }: { entry: NavEntry }) {
  const current = useIsCurrent(entry)
  return (
    <Link
      to={entry.to}
      title={entry.label}
      aria-current={current ? 'page' : undefined}
      className="side-link"
      {...newTab(entry)}
    >
      <Icon name={entry.icon} />
      <span className="side-word">{entry.label}</span>
      {entry.count !== undefined && (
        <CountBadge count={entry.count} label={entry.counts ?? 'unread'} />
      )}
      {entry.newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </Link>
  )
}

export function TabLink({ entry }: { entry: NavEntry }) {
  const current = useIsCurrent(entry)
  return (
    <Link to={entry.to} aria-current={current ? 'page' : undefined} className="tab">
      <Icon name={entry.icon} />
      {entry.short ?? entry.label}
      {entry.count ? <CountBadge count={entry.count} label={entry.counts ?? 'unread'} /> : null}
    </Link>
  )
}

function useIsCurrent({ to, alias, leadsTo = [], exact = false }: NavEntry) {
  const { pathname } = useLocation()
  const own = to.split('?')[0] ?? to
  if (pathname === own || pathname === alias) return true
  return (
    (!exact && pathname.startsWith(`${own}/`)) ||
    leadsTo.some((begin) => pathname.startsWith(begin))
  )
}

function newTab(entry: NavEntry) {
  return entry.newTab ? { target: '_blank', rel: 'noopener' } : {}
}
