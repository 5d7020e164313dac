import type { ReactNode } from 'react'
import type { Company, OpeningHours } from '../../domain/company/company.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { plainHours } from './opening-hours.ts'

export function Ways({ children }: { children: ReactNode }) {
  return <div className="site-ruled site-ruled--closed self-start">{children}</div>
}

export function Way({
  icon,
  title,
  children,
}: {
  icon: IconName
  title: string
  children: ReactNode
}) {
  return (
    <div className="grid grid-cols-[1.5rem_1fr] gap-x-4 py-4.5">
      <Icon name={icon} size="large" className="mt-px text-link" />
      <div className="min-w-0">
        <h3 className="font-[550]">{title}</h3>
        {children}
      </div>
    </div>
  )
}

export function WayLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      href={to}
      className="num -my-2 inline-flex min-h-11 items-center wrap-anywhere underline decoration-[color-mix(in_oklch,currentColor_40%,transparent)] underline-offset-[0.22em] hover:decoration-current"
    >
      {children}
    </a>
  )
}

/** Each is hidden when unset. */
export function PhoneAndChat({ phone, whatsapp }: Pick<Company, 'phone' | 'whatsapp'>) {
  const isSameNumber = phone?.replace(/\D/g, '') === whatsapp
  return (
    <>
      {phone && (
        <Way icon="phone" title="Phone">
          <WayLink to={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</WayLink>
        </Way>
      )}
      {whatsapp === null ? null : (
        <Way icon="chat" title="WhatsApp">
          <WayLink to={`https://wa.me/${whatsapp}`}>
            {phone && isSameNumber ? phone : `+${whatsapp}`}
          </WayLink>
        </Way>
      )}
    </>
  )
}

/** The company's text, then an unambiguous 24-hour form. */
export function Hours({ hours }: { hours: OpeningHours[] }) {
  if (hours.length === 0) return null
  return (
    <Way icon="clock" title="Opening hours">
      <dl className="grid grid-cols-[auto_1fr] gap-x-5">
        {hours.map(({ days, open }) => (
          <div key={days} className="contents">
            <dt className="text-muted">{days}</dt>
            <dd>{open}</dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-muted">{plainHours(hours)}</p>
    </Way>
  )
}
