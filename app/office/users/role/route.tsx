import {
  type AccountRole,
  accountRoleLabels,
  accountRoles,
} from '../../../domain/accounts/account.ts'
import { RoleSchema } from '../../../domain/accounts/administration/administration-schema.ts'
import { changeRoles } from '../../../domain/accounts/administration/change-roles.server.ts'
import type { KnownAccount } from '../../../domain/accounts/find-account.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { notFound } from '../../../platform/session/session.server.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { StaffRoleFields } from '../../parts/staff-role-fields.tsx'
import { accountSteps, addressAfter, loadAccountAction } from '../account-action.server.ts'
import { AccountDialog, AccountTab, NeedsApproval } from '../account-action.tsx'
import { accountRefusals, toastOf, unresolvedRefusals } from '../messages.ts'
import type { Route } from './+types/route.ts'

export async function loader(args: Route.LoaderArgs) {
  return { ...(await loadAccountAction(args)), role: roleOf(args.params) }
}

/** The tab promotes; the dialog's path names the role. */
function roleOf(params: { role?: string | undefined }): AccountRole {
  const role = accountRoles.find((known) => known === (params.role ?? 'admin'))
  if (!role) throw notFound()
  return role
}

const articles: Record<AccountRole, string> = { admin: 'an administrator', investor: 'an investor' }

export function action(args: Route.ActionArgs) {
  const role = roleOf(args.params)
  const isTab = args.params.userId === undefined
  const title = isTab ? 'Error' : 'Error updating role'
  return formAction(args, {
    ...accountSteps(args, RoleSchema, async ({ id: userId, role: current }, { roles }) => {
      if (isTab && current === 'admin') return { refused: 'same' as const }
      if (role === 'admin' && roles.length === 0) return { refused: 'no-role' as const }
      const given = role === 'admin' ? roles : []
      const input = { userId, roles: given }
      const proposing = { command: 'change-roles' as const, input, to: addressAfter(args) }
      return approvable(args.context, proposing, (admin) => changeRoles(admin, input))
    }),
    refusals: {
      ...unresolvedRefusals(title),
      ...accountRefusals,
      oneself: isTab ? isAlready : 'You cannot change your own role. Another administrator can.',
      same: isAlready,
      'no-role': { errors: { roles: 'Choose at least one role.' } },
    },
    refusedToast: toastOf(title, { userId: title }),
    done: () => ({
      to: addressAfter(args),
      toast: isTab
        ? { kind: 'success', title: 'Success!', text: 'User has been promoted to admin role.' }
        : { kind: 'success', title: 'Role updated', text: `User has been set as ${role}.` },
    }),
    failed: { title, text: isTab ? 'Failed to set admin role' : accountRefusals['not-allowed'] },
  })

  function isAlready({ account }: { account: KnownAccount }) {
    return role === 'admin' && !isTab
      ? `${account.name} already has these roles.`
      : `${account.name} is already ${articles[role]}.`
  }
}

export const meta: Route.MetaFunction = (args) =>
  pageTitle(args.params.role ? 'Change Role' : 'Promote to Admin', args)

export default function Role({ loaderData, actionData }: Route.ComponentProps) {
  const { account, first, role } = loaderData
  const fields = (
    <>
      {role === 'admin' && <StaffRoleFields chosen={account?.staffRoles ?? []} />}
      <RoleConsequences
        role={role}
        was={account?.role}
        isInvestor={Boolean(account?.investorId)}
        alone={loaderData.alone}
      />
    </>
  )
  if (first)
    return (
      <AccountTab
        facts={loaderData}
        actionData={actionData}
        tab={'Promote to Admin'}
        act={'Promote to Admin'}
        pendingAct="Promoting"
        isReady={(form) => form.get('userId') !== ''}
      >
        {fields}
      </AccountTab>
    )
  const title =
    role === 'admin' && account?.role === 'admin'
      ? 'Change roles'
      : `Set as ${accountRoleLabels[role]}`
  return (
    <AccountDialog
      facts={loaderData}
      actionData={actionData}
      title={title}
      act={title}
      pendingAct={'Updating role'}
    >
      {fields}
    </AccountDialog>
  )
}

type RoleChange = {
  role: AccountRole
  was: AccountRole | undefined
  isInvestor: boolean
  alone: boolean
}

function RoleConsequences({ role, was, isInvestor, alone }: RoleChange) {
  return (
    <Consequences>
      <NeedsApproval alone={alone} />
      {was !== role && (
        <Consequence of="Role" {...(was ? { was: accountRoleLabels[was] } : {})}>
          {accountRoleLabels[role]}
        </Consequence>
      )}
      <Consequence of="Sessions">end now: they must log out and back in</Consequence>
      <Consequence of="Investor record">
        {was && !isInvestor ? 'there is none, and none is created' : 'stays as it is'}
      </Consequence>
      <Consequence of={role === 'admin' ? 'From now on' : 'No longer'}>
        {role === 'admin'
          ? 'they see and change here what their roles allow'
          : 'they see the back office'}
      </Consequence>
    </Consequences>
  )
}
