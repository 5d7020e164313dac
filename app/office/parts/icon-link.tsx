import { use } from 'react'
import { Link, type LinkProps } from 'react-router'
import { AccessContext } from '../../ui/access.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'

/** Left out where the user may not open it. */
export function IconLink({
  icon,
  label,
  ...rest
}: { icon: IconName; label: string } & Omit<LinkProps, 'className' | 'children'>) {
  if (use(AccessContext)?.mayOpen(rest.to) === false) return null
  return (
    <Link aria-label={label} title={label} className={iconButtonClass()} {...rest}>
      <Icon name={icon} />
    </Link>
  )
}
