import { type KeyboardEvent as KeyPress, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { ButtonLink, buttonClass } from './button.tsx'
import { CountBadge } from './count-badge.tsx'
import { Icon } from './icon.tsx'
import { SkipLink } from './skip-link.tsx'
import { Wordmark } from './wordmark.tsx'

/** Home and About Us are sections of the landing page, the others are pages (W-46). */
const places = [
  { to: '/#home', label: 'Home' },
  { to: '/investments', label: 'Investments' },
  { to: '/#about', label: 'About Us' },
  { to: '/contact', label: 'Contact' },
] as const

type Props = {
  /** What people call the company; without it the header is the product's. */
  brand?: string
  /** Who is signed in. It differs by visitor, so the page leaves it out and the layout fetches it afterwards. */
  session: SiteSession | undefined
  /** `picture`: clear over the picture at the top of the landing page, solid once the page has scrolled. */
  ground?: 'page' | 'picture'
  /** At the foot of the phone menu: places, opening hours. */
  menuNote?: ReactNode
}

/** What the header says of somebody who is signed in; `admin` is where administrators work. */
export type SiteSession = { dashboard: string; admin?: string; unread: number; notifications: string; logout: string }

/** The fixed header of the public site. The phone menu is a `<details>`, so it opens without script. */
export function SiteHeader({ brand = 'Msingi', session, ground = 'page', menuNote }: Props) {
  return (
    <>
      <SkipLink />
      <header className="site-header" data-ground={ground}>
        <div className="site-wrap flex h-(--header) items-center justify-between">
          <Link to="/" aria-label={`${brand}, home`} className="inline-flex min-h-11 items-center">
            <Wordmark name={brand} word="text-2xl!" />
          </Link>
          <nav aria-label="Main" className="site-nav">
            {places.map((place) => (
              <PlaceLink key={place.to} {...place} />
            ))}
          </nav>
          <div className="max-[60rem]:hidden">{session ? <SignedIn {...session} /> : <LoginLink />}</div>
          <Menu session={session} note={menuNote} />
        </div>
      </header>
    </>
  )
}

/** The page of a project is one of the investments. */
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
      className={buttonClass('outline', 'small', `text-xs! font-semibold! tracking-[0.07em] ${wide ? 'w-full' : ''}`)}
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

function Menu({ session, note }: { session: SiteSession | undefined; note: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  const summary = useRef<HTMLElement>(null)
  const { key } = useLocation()

  useEffect(() => {
    if (key && details.current) details.current.open = false
  }, [key])

  function closeOnEscape({ key }: KeyPress) {
    if (key !== 'Escape' || !details.current?.open) return
    details.current.open = false
    summary.current?.focus()
  }

  return (
    <details ref={details} className="site-menu" onKeyDown={closeOnEscape}>
      <summary ref={summary} aria-label="Menu">
        <Icon name="menu-wide" size="large" className="site-menu-open" />
        <Icon name="close" size="large" className="site-menu-close" />
      </summary>
      <div className="site-sheet">
        <nav aria-label="Main, small screens">
          {places.map((place) => (
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
      </div>
    </details>
  )
}
