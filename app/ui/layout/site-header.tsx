import { type ReactNode, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { ButtonLink, buttonClass } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { homeLabel, useCompanyLook } from './company-look.ts'
import { CountBadge } from './count-badge.tsx'
import { SkipLink } from './skip-link.tsx'
import { useOpenMenu } from './use-open-menu.ts'
import { Wordmark } from './wordmark.tsx'

/** Home and About Us are sections of the landing page. */
const places = [
  { to: '/#home', label: 'Home' },
  { to: '/investments', label: 'Investments' },
  { to: '/#about', label: 'About Us' },
  { to: '/contact', label: 'Contact' },
] as const

function usePlaces() {
  const { isUndescribed } = useCompanyLook()
  return places.filter(({ to }) => !isUndescribed || to !== '/#about')
}

type Props = {
  /** Fetched by the layout, because pages are cached for all visitors. */
  session: SiteSession | undefined
  /** `picture`: transparent over the landing page's picture until scrolled. */
  ground?: 'page' | 'picture'
  /** At the bottom of the phone menu. */
  menuNote?: ReactNode
}

/** `admin` is where administrators work. */
export type SiteSession = {
  dashboard: string
  admin?: string
  unread: number
  notifications: string
  logout: string
}

/** The phone menu works before script has loaded. */
export function SiteHeader({ session, ground = 'page', menuNote }: Props) {
  const { brand } = useCompanyLook()
  return (
    <>
      <SkipLink />
      <header className="site-header" data-ground={ground}>
        <div className="site-wrap flex h-(--header) items-center justify-between">
          <Link to="/" aria-label={homeLabel(brand)} className="inline-flex min-h-11 items-center">
            <Wordmark name={brand} size="text-2xl" />
          </Link>
          <nav aria-label="Main" className="site-nav">
            {usePlaces().map((place) => (
              <PlaceLink key={place.to} {...place} />
            ))}
          </nav>
          <div className="max-[60rem]:hidden">
            {session ? <SignedIn {...session} /> : <LoginLink />}
          </div>
          <Menu session={session} note={menuNote} />
          <PlainMenu note={menuNote} />
        </div>
      </header>
    </>
  )
}

/** A project's page belongs to investments. */
const isOfInvestment = /^\/investment\//

function PlaceLink({ to, label }: { to: string; label: string }) {
  const { pathname } = useLocation()
  const isHere = pathname === to.replace('#home', '')
  const isAbove = to === '/investments' && isOfInvestment.test(pathname)
  return (
    <Link to={to} aria-current={isHere ? 'page' : isAbove || undefined}>
      {label}
    </Link>
  )
}

function LoginLink({ wide = false }: { wide?: boolean }) {
  return (
    <Link
      to="/login"
      className={buttonClass(
        'outline',
        'small',
        `text-xs! font-semibold! tracking-[0.07em] ${wide ? 'w-full' : ''}`,
      )}
    >
      LOGIN
    </Link>
  )
}

function SignedIn({ dashboard, admin, unread, notifications, logout }: SiteSession) {
  return (
    <div className="flex items-center gap-6 text-md font-medium">
      {admin && (
        <Link to={admin} className="site-link">
          Admin
        </Link>
      )}
      <span className="flex items-center gap-2">
        <Link to={dashboard} className="site-link">
          Dashboard
        </Link>
        <UnreadLink unread={unread} to={notifications} />
      </span>
      <LogoutForm action={logout} />
    </div>
  )
}

function UnreadLink({ unread, to }: { unread: number; to: string }) {
  if (unread === 0) return null
  return (
    <Link to={to} className="tall-target">
      <CountBadge count={unread} label="unread notifications" />
    </Link>
  )
}

function LogoutForm({ action, wide = false }: { action: string; wide?: boolean }) {
  return (
    <form method="post" action={action}>
      <button type="submit" className={buttonClass('outline', 'small', wide ? 'w-full' : '')}>
        Logout
      </button>
    </form>
  )
}

type MenuProps = { session: SiteSession | undefined; note: ReactNode }

function Menu(props: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  useOpenMenu(details, summary)
  return (
    <details ref={details} className="site-menu">
      <summary ref={summary} aria-label="Menu">
        <Icon name="menu-wide" size="large" className="site-menu-open" />
        <Icon name="close" size="large" className="site-menu-close" />
      </summary>
      <div className="site-sheet">
        <Sheet {...props} />
      </div>
    </details>
  )
}

/**
 * Without script. Open while the address names it, so that section links close it, unlike `<details>`. React draws it on
 * the server only.
 */
function PlainMenu({ note }: Pick<MenuProps, 'note'>) {
  if (!import.meta.env.SSR) return <noscript />
  return (
    <noscript>
      <div className="plain-menu">
        <a href="#menu" id="menu-link" aria-label="Menu" className="plain-menu-open">
          <Icon name="menu-wide" size="large" />
        </a>
        <div className="site-sheet" id="menu" tabIndex={-1}>
          <Sheet session={undefined} note={note} />
        </div>
        <a href="#menu-link" aria-label="Close the menu" className="plain-menu-close">
          <Icon name="close" size="large" />
        </a>
      </div>
    </noscript>
  )
}

function Sheet({ session, note }: MenuProps) {
  return (
    <>
      <nav aria-label="Main, small screens">
        {usePlaces().map((place) => (
          <PlaceLink key={place.to} {...place} />
        ))}
        {session?.admin && <PlaceLink to={session.admin} label="Admin" />}
        {session && <PlaceLink to={session.dashboard} label="Dashboard" />}
      </nav>
      <div className="grid gap-4">
        <ButtonLink to="/#contact" look="primary" className="w-full">
          Book a Consultation
        </ButtonLink>
        {session && session.unread > 0 && (
          <Link to={session.notifications} className={buttonClass('outline', 'normal', 'w-full')}>
            My Notifications, {session.unread > 9 ? '9+' : session.unread} unread
          </Link>
        )}
        {session ? <LogoutForm action={session.logout} wide /> : <LoginLink wide />}
        {note && <div className="text-sm text-muted">{note}</div>}
      </div>
    </>
  )
}
