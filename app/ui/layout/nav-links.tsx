import { Link, useLocation } from 'react-router'
import { Icon, type IconName } from '../icon.tsx'
import { CountBadge } from './count-badge.tsx'

export type NavEntry = {
  to: string
  label: string
  /** The tab bar's word, where the label is too long. */
  short?: string
  icon: IconName
  /** Hidden at zero. */
  count?: number
  counts?: string
  /** Current only at its own address (the dashboard). */
  exact?: boolean
  /** Another address of the same screen. */
  alias?: string
  /** Address prefixes of screens reached from this entry. */
  leadsTo?: readonly string[]
  newTab?: boolean
  /** Starts a group with this heading. */
  group?: string
}

/** Also used in a phone's menu. */
export const sideLinkClass =
  'relative flex min-h-(--side-row) flex-none items-center gap-3 rounded-control px-3 font-[480] whitespace-nowrap text-side-muted transition-colors before:absolute before:inset-y-2.5 before:start-0 before:w-[2px] before:rounded-[2px] hover:bg-side-hover hover:text-side-text aria-[current]:bg-side-active aria-[current]:font-[560] aria-[current]:text-side-text aria-[current]:before:bg-gold in-data-[shell=portal]:aria-[current]:in-[.side]:ring-1 in-data-[shell=portal]:aria-[current]:in-[.side]:ring-line in-data-[shell=portal]:aria-[current]:[&>svg]:text-primary folded:justify-center folded:px-0'

/** Five words must fit on the smallest phones and with large text. */
export const tabClass =
  'relative flex min-h-14 flex-col items-center justify-center gap-0.5 text-[min(0.6875rem,3.125vw)] font-medium text-muted before:absolute before:-top-px before:h-[2px] before:w-8 aria-[current]:font-semibold aria-[current]:text-primary aria-[current]:before:bg-gold max-[22.5rem]:tracking-[-0.015em]'

export function SideLink({ entry }: { entry: NavEntry }) {
  const current = useIsCurrent(entry)
  return (
    <Link
      to={entry.to}
      title={entry.label}
      aria-current={current ? 'page' : undefined}
      className={sideLinkClass}
      {...newTab(entry)}
    >
      <Icon name={entry.icon} />
      <span className="folded:sr-only">{entry.label}</span>
      {entry.count !== undefined && (
        <CountBadge
          count={entry.count}
          label={entry.counts ?? 'unread'}
          className="ms-auto h-5.5 min-w-5.5 px-1.5 text-2xs folded:absolute folded:top-1.5 folded:right-2.5 folded:size-2 folded:min-w-2 folded:overflow-hidden folded:p-0 folded:text-[0px]"
        />
      )}
      {entry.newTab && <span className="sr-only"> (opens in a new tab)</span>}
    </Link>
  )
}

export function TabLink({ entry }: { entry: NavEntry }) {
  const current = useIsCurrent(entry)
  return (
    <Link to={entry.to} aria-current={current ? 'page' : undefined} className={tabClass}>
      <Icon name={entry.icon} />
      {entry.short ?? entry.label}
      {entry.count ? (
        <CountBadge
          count={entry.count}
          label={entry.counts ?? 'unread'}
          className="absolute top-[0.4rem] left-[calc(50%+0.4rem)] size-2 overflow-hidden text-[0px] ring-2 ring-surface"
        />
      ) : null}
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
