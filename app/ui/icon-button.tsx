import { Link, type LinkProps } from 'react-router'
import { Icon, type IconName } from './icon.tsx'

type Look = 'normal' | 'danger'

/** The class of a square button that shows only a drawing. */
export function iconButtonClass(look: Look = 'normal', extra = '') {
  const hover = look === 'danger' ? 'hover:bg-tint-negative hover:text-negative' : 'hover:bg-hover hover:text-text'
  return `relative inline-grid size-(--icon-button) flex-none place-items-center rounded-control text-muted transition-colors in-data-[shell=office]:md:[&>svg]:size-4.5 ${hover} ${extra}`
}

/** A link with a drawing and no words. */
export function IconLink({
  icon,
  label,
  look,
  className,
  ...rest
}: { icon: IconName; label: string; look?: Look; className?: string } & Omit<LinkProps, 'className' | 'children'>) {
  return (
    <Link aria-label={label} title={label} className={iconButtonClass(look, className)} {...rest}>
      <Icon name={icon} />
    </Link>
  )
}
