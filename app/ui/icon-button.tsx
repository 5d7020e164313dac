import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

export function iconButtonClass(extra = '') {
  return `relative inline-grid size-(--icon-button) flex-none place-items-center rounded-control text-muted transition-colors in-data-[shell=office]:md:[&>svg]:size-4.5 hover:bg-hover hover:text-text ${extra}`
}

export function IconLink({
  icon,
  label,
  ...rest
}: { icon: IconName; label: string } & Omit<LinkProps, 'className' | 'children'>) {
  return (
    <Link aria-label={label} title={label} className={iconButtonClass()} {...rest}>
      <Icon name={icon} />
    </Link>
  )
}
