import { type ReactNode, use } from 'react'
import { Link, useLocation } from 'react-router'
import { AccessContext } from '../access.ts'
import { ButtonLink, type ButtonLook, type ButtonSize } from '../button.tsx'
import type { IconName } from '../icon.tsx'

type DialogLinkProps = {
  to: string
  children: ReactNode
  /** Looks like this button; otherwise a link. */
  look?: ButtonLook
  size?: ButtonSize
  icon?: IconName
  className?: string
  'aria-label'?: string
  'aria-keyshortcuts'?: string
  title?: string
}

/** Opens a dialog route; keeps search string and scroll position. Left out where the user may not open it. */
export function DialogLink({ to, look, size, icon, children, ...rest }: DialogLinkProps) {
  const { search } = useLocation()
  const access = use(AccessContext)
  const target = { to: { pathname: to, search }, preventScrollReset: true }
  if (access?.mayOpen(to) === false) return null
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
