import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { ButtonLink, type ButtonLook, type ButtonSize } from '../button.tsx'
import type { IconName } from '../icon.tsx'

type DialogLinkProps = {
  to: string
  children: ReactNode
  /** Makes it a button in this look; without it, it is a link. */
  look?: ButtonLook
  size?: ButtonSize
  icon?: IconName
  className?: string
  'aria-label'?: string
  'aria-keyshortcuts'?: string
  title?: string
}

/** Opens a dialog route: keeps the search string and the place on the page. */
export function DialogLink({ to, look, size, icon, children, ...rest }: DialogLinkProps) {
  const { search } = useLocation()
  const target = { to: { pathname: to, search }, preventScrollReset: true }
  if (!look) {
    return (
      <Link {...target} {...rest}>
        {children}
      </Link>
    )
  }
  return (
    <ButtonLink look={look} {...(size && { size })} {...(icon && { icon })} {...target} {...rest}>
      {children}
    </ButtonLink>
  )
}
