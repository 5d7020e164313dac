import { type ReactNode, use } from 'react'
import { Link, useLocation } from 'react-router'
import { AccessContext } from '../../ui/access.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback/alert.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { scrollIntoView } from '../../ui/layout/scroll-into-view.ts'
import { usersHome } from '../paths.ts'

const tabs = [
  { to: usersHome, label: 'Manage Users' },
  { to: `${usersHome}/verify-email`, label: 'Verify Email Sync' },
  { to: `${usersHome}/promote`, label: 'Promote to Admin' },
  { to: `${usersHome}/update-password`, label: 'Update Password' },
  { to: `${usersHome}/update-email`, label: 'Update Email' },
] as const

export type Tab = (typeof tabs)[number]['label']

export function UsersFrame({
  tab,
  count,
  children,
}: {
  tab: Tab
  count?: number
  children: ReactNode
}) {
  const access = use(AccessContext)
  const shown = tabs.filter(({ to }) => access?.mayOpen(to) !== false)
  return (
    <>
      <PageHead
        title="Manage Users"
        {...(count === undefined ? {} : { count })}
        actions={<Actions />}
      />
      <Alert>Roles are managed here. Passwords can be set without email.</Alert>
      <nav
        aria-label="User management"
        className="mt-3 mb-1 flex gap-6 overflow-x-auto border-b border-line [scrollbar-width:none] max-md:-mx-4 max-md:px-4"
      >
        {shown.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            ref={label === tab ? scrollIntoView : undefined}
            aria-current={label === tab ? 'page' : undefined}
            className="relative inline-flex min-h-10 items-center font-[520] whitespace-nowrap text-muted no-underline outline-offset-[-2px] after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-t-[2px] hover:text-text aria-[current=page]:font-[580] aria-[current=page]:text-text aria-[current=page]:after:bg-primary max-md:min-h-11"
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </>
  )
}

function Actions() {
  const { pathname, search } = useLocation()
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <DialogLink look="primary" icon="plus" to={`${usersHome}/new`}>
        Add staff member
      </DialogLink>
      <ButtonLink icon="mail" to={`${usersHome}/batch-emails`}>
        Update Batch Emails
      </ButtonLink>
      <ButtonLink icon="refresh" to={{ pathname, search }} replace preventScrollReset>
        Refresh Users
      </ButtonLink>
    </div>
  )
}
