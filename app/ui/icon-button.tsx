import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

/** The class of a square button that shows only a drawing. */
export function iconButtonClass(extra = '') {
  return `relative inline-grid size-(--icon-button) flex-none place-items-center rounded-control text-muted transition-colors in-data-[shell=office]:md:[&>svg]:size-4.5 hover:bg-hover hover:text-text ${extra}`
}

/** A link with a drawing and no words. */
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
