import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Icon } from '../../ui/icon.tsx'

export function MoreLink({ to, children }: { to: LinkProps['to']; children: ReactNode }) {
  return (
    <Link to={to} className="group inline-flex min-h-11 items-center gap-2 font-[550]">
      <span className="site-underlined">{children}</span>
      <Icon
        name="arrow-right"
        size="small"
        className="transition-transform group-hover:translate-x-0.75"
      />
    </Link>
  )
}
