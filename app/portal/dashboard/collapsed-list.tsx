import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { PortalLink } from '../parts/portal-link.tsx'

type Props = {
  /** Number of hidden entries. */
  total: number
  /** Unread ones among them, which stay unread until opened. */
  unread: number
  className?: string
  /** Container class, where the list has its own height. */
  frame?: string
  children: ReactNode
}

/** Hides further entries behind a counted disclosure. */
export function CollapsedList({ total, unread, className = '', frame, children }: Props) {
  return (
    <details className={`group/rest ${className}`}>
      <summary className="inline-flex min-h-9 cursor-pointer list-none items-center gap-1 text-sm font-medium text-link max-sm:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          name="chevron-down"
          size="small"
          className="transition-transform group-open/rest:rotate-180"
        />
        {`${total} more`}
      </summary>
      <div className={frame}>
        {children}
        {unread > 0 && (
          <p className="py-2 text-sm">
            <PortalLink to="investments" className="text-link underline underline-offset-2">
              {unread} more in My Investments
            </PortalLink>
          </p>
        )}
      </div>
    </details>
  )
}
