import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon } from '../../ui/icon.tsx'

export function MoreLink({ to, children }: { to: LinkProps['to']; children: ReactNode }) {
  return (
    <Link to={to} className="more-link">
      <span>{children}</span>
      <Icon name="arrow-right" size="small" />
    </Link>
  )
}
