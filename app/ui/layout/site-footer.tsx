import { Link } from 'react-router'
import { Icon, type IconName } from '../icon.tsx'
import { homeLabel } from './company-look.ts'
import { Wordmark } from './wordmark.tsx'

type SocialName = 'LinkedIn' | 'Twitter' | 'Instagram'

export type SiteFooterProps = {
  /** Also in the copyright line. */
  brand: string
  company: string
  /** The landing page has a section about the company. */
  hasAbout?: boolean
  /** A large line and the company's description, as the administrators wrote them. */
  motto?: string
  blurb: string
  emails: readonly string[]
  /** An unset address shows its icon without a link. */
  social: Record<SocialName, string | null>
  /** The published legal texts, with their addresses. */
  legal?: readonly { to: string; label: string }[]
  /** The risk warning, if set. */
  risk?: string | undefined
  year: number
}

const networks: readonly { name: SocialName; icon: IconName }[] = [
  { name: 'LinkedIn', icon: 'linkedin' },
  { name: 'Twitter', icon: 'twitter' },
  { name: 'Instagram', icon: 'instagram' },
]

export function SiteFooter({
  brand,
  company,
  hasAbout = true,
  motto,
  blurb,
  emails,
  social,
  legal = [],
  risk,
  year,
}: SiteFooterProps) {
  return (
    <footer className="forest-focus bg-forest pt-[clamp(3.5rem,3rem+3vw,6rem)] pb-7 text-on-forest">
      <div className="site-wrap">
        <div className="grid gap-11 lg:grid-cols-2 lg:gap-x-16">
          <div>
            <Link
              to="/"
              aria-label={homeLabel(brand)}
              className="inline-flex min-h-11 items-center"
            >
              <Wordmark name={brand} size="text-2xl" />
            </Link>
            {motto && (
              <p className="max-w-[15em] pt-6 font-display text-[clamp(1.75rem,1.4rem+1.6vw,2.75rem)] leading-[1.1] font-normal tracking-[-0.02em]">
                {motto}
              </p>
            )}
            {blurb && <p className="max-w-136 pt-4 text-on-forest-muted">{blurb}</p>}
          </div>
          <div className="site-columns">
            <nav aria-labelledby="footer-pages">
              <h2 id="footer-pages">Pages</h2>
              <Link to="/investments">Investments</Link>
              {hasAbout && <Link to="/#about">About Us</Link>}
              <Link to="/contact">Contact</Link>
              <Link to="/check-us">How to check us</Link>
              <Link to="/login">Investor login</Link>
              {legal.map(({ to, label }) => (
                <Link key={to} to={to}>
                  {label}
                </Link>
              ))}
            </nav>
            <div>
              <h2>Follow</h2>
              {networks.map(({ name, icon }) => (
                <Social key={name} name={name} icon={icon} to={social[name]} />
              ))}
            </div>
            {emails.length > 0 && (
              <div className="max-md:col-span-full">
                <h2>Write to us</h2>
                {emails.map((email) => (
                  <a key={email} href={`mailto:${email}`}>
                    {email}
                  </a>
                ))}
              </div>
            )}
          </div>
        </div>
        <div className="mt-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-forest-line pt-6 text-xs text-on-forest-muted max-lg:pe-18">
          {risk && <p className="max-w-184 leading-[1.55]">{risk}</p>}
          <p>
            © {year} {company}
          </p>
        </div>
      </div>
    </footer>
  )
}

function Social({ name, icon, to }: { name: SocialName; icon: IconName; to: string | null }) {
  const face = (
    <>
      <Icon name={icon} className="me-2.5 size-4.5!" />
      {name}
    </>
  )
  if (!to) return <span>{face}</span>
  return (
    <a href={to} rel="noopener" target="_blank">
      {face}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
