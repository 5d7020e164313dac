import {
  type AccountRole,
  accountRoleLabels,
  accountRoles,
  accountStatusLabels,
} from '../../domain/accounts/account.ts'
import type { ListedAccount } from '../../domain/accounts/administration/accounts-list.server.ts'
import { Button } from '../../ui/button.tsx'
import { Day } from '../../ui/day.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DialogLink } from '../../ui/layout/dialog-link.tsx'
import { staffRoleNames } from '../../values/staff-role.ts'
import { useMayOpen } from '../parts/use-access.ts'
import { usersHome } from '../paths.ts'

export function UserCard({ account, isOneself }: Props) {
  const { role, status, joinedOn, staffRoles } = account
  const mayChange = useMayOpen(`${usersHome}/new`)
  return (
    <li className="grid min-h-13 items-center gap-x-4 border-b border-line-soft py-1.5 @min-[52.01rem]/main:grid-cols-[minmax(11rem,1.6fr)_5.5rem_6rem_6.5rem_auto] @max-[52rem]/main:grid-cols-[minmax(0,1fr)_auto_auto] @max-[52rem]/main:gap-x-3 @max-[52rem]/main:gap-y-1 @max-[52rem]/main:py-3.5">
      <Identity account={account} isOneself={isOneself} />
      <span>
        {accountRoleLabels[role]}
        {staffRoles.length > 0 && (
          <span className="block text-xs text-muted">{staffRoleNames(staffRoles)}</span>
        )}
      </span>
      <span className={status === 'active' ? undefined : 'font-medium text-negative'}>
        {accountStatusLabels[status]}
      </span>
      <span className="num text-muted">
        <span className="sr-only">Joined </span>
        <Day on={joinedOn} />
      </span>
      {mayChange && <Actions account={account} isOneself={isOneself} />}
    </li>
  )
}

type Props = { account: ListedAccount; isOneself: boolean }

function Actions({ account, isOneself }: Props) {
  const { id, name } = account
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight, and this is no form
    <div
      role="group"
      aria-label={name}
      className="flex gap-1.5 *:min-w-17 @min-[52.01rem]/main:justify-end @max-[52rem]/main:col-span-full @max-[52rem]/main:mt-1 @max-[26rem]/main:flex-wrap"
    >
      {accountRoles.map((option) => (
        <RoleButton key={option} account={account} role={option} isOneself={isOneself} />
      ))}
      <DialogLink
        to={`${usersHome}/${id}/password`}
        look="secondary"
        size="small"
        aria-label={`Reset, ${name}`}
      >
        Reset
      </DialogLink>
      <DialogLink
        to={`${usersHome}/${id}/sessions`}
        look="secondary"
        size="small"
        aria-label={`Sessions, ${name}`}
      >
        Sessions
      </DialogLink>
      {isOneself ? (
        <span className="@max-[52rem]/main:hidden" />
      ) : (
        <DialogLink
          to={`${usersHome}/${id}/status`}
          look="secondary"
          size="small"
          aria-label={`Status, ${name}`}
        >
          Status
        </DialogLink>
      )}
    </div>
  )
}

function Identity({ account, isOneself }: { account: ListedAccount; isOneself: boolean }) {
  const { name, email, verified, mailRefused, hasPassword, lastSignedInAt } = account
  const notes = [
    !verified && 'unverified',
    mailRefused && 'email bounced',
    !hasPassword ? 'no password set yet' : !lastSignedInAt && 'never signed in',
  ].filter((note) => note !== false)
  return (
    <div className="min-w-0 leading-[1.35] @max-[52rem]/main:col-span-full">
      <p className="font-[560] wrap-anywhere">
        <bdi>{name}</bdi>
        {isOneself && <span className="ms-1.5 text-xs font-normal text-muted">you</span>}
        {notes.length > 0 && (
          <span className="text-xs font-normal text-muted">{` · ${notes.join(' · ')}`}</span>
        )}
      </p>
      <p className="text-xs text-muted wrap-anywhere">
        <bdi>{email}</bdi>
        {verified && (
          <>
            <Icon
              name="check-circle"
              size="tiny"
              className="ms-1 inline-block align-[-0.2em] text-positive"
            />
            <span className="sr-only"> verified</span>
          </>
        )}
      </p>
    </div>
  )
}

/** The current role cannot be chosen, but the roles of staff can be changed; no one changes their own. */
function RoleButton({
  account,
  role,
  isOneself,
}: {
  account: ListedAccount
  role: AccountRole
  isOneself: boolean
}) {
  const isChange = account.role === 'admin' && role === 'admin' && !isOneself
  const label = isChange ? 'Roles' : accountRoleLabels[role]
  const { id, name } = account
  if ((account.role === role && !isChange) || isOneself) {
    return (
      <Button size="small" disabled aria-label={`${label}, ${name}`}>
        {label}
      </Button>
    )
  }
  return (
    <DialogLink
      to={`${usersHome}/${id}/role/${role}`}
      look="secondary"
      size="small"
      aria-label={`${label}, ${name}`}
    >
      {label}
    </DialogLink>
  )
}
