import { accountStatusLabels } from '../../../domain/accounts/account.ts'
import { AccountStatusSchema } from '../../../domain/accounts/administration/administration-schema.ts'
import { changeStatus } from '../../../domain/accounts/administration/change-status.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminCommand } from '../../../platform/session/session.server.ts'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { accountSteps, addressAfter, loadAccountAction } from '../account-action.server.ts'
import { AccountDialog } from '../account-action.tsx'
import { ChoiceSwitch } from '../choice-switch.tsx'
import { accountRefusals, toastOf, unresolvedRefusals } from '../messages.ts'
import type { Route } from './+types/route.ts'

const title = 'Error updating status'

export function loader(args: Route.LoaderArgs) {
  return loadAccountAction(args)
}

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    ...accountSteps(args, AccountStatusSchema, ({ id: userId }, { status }) =>
      adminCommand(args.context, (admin) => changeStatus(admin, { userId, status })),
    ),
    refusals: {
      ...unresolvedRefusals(title),
      ...accountRefusals,
      oneself: 'You cannot change your own status. Another administrator can.',
      same: (_, form) => `This account is already ${form.get('status')}.`,
    },
    refusedToast: toastOf(title),
    done: ({ status, account: { name } }) => ({
      to: addressAfter(args),
      toast: {
        kind: 'success',
        title: 'Status updated',
        text: status === 'active' ? `${name} may sign in.` : `${name} may no longer sign in.`,
      },
    }),
    failed: { title, text: 'There was a problem updating the user status.' },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Update Account Status', args)

const options = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export default function UpdateStatus({ loaderData, actionData }: Route.ComponentProps) {
  const { account } = loaderData
  if (!account) return null
  return (
    <AccountDialog
      {...{ facts: loaderData, actionData }}
      title="Update Account Status"
      act="Update Status"
      pendingAct="Updating status"
    >
      <p className="col-span-full">Active accounts may sign in; inactive ones may not.</p>
      <ChoiceSwitch
        name="status"
        label="Account status"
        options={options}
        defaultValue={account.status === 'inactive' ? 'inactive' : 'active'}
      />
      <Consequences>
        <Consequence of="Current status">{accountStatusLabels[account.status]}</Consequence>
        <Consequence of="Inactive">
          ends every session and every emailed link immediately
        </Consequence>
        <Consequence of="Active">
          {account.hasPassword
            ? 'lets them sign in with their password'
            : 'needs a password before they can sign in'}
        </Consequence>
      </Consequences>
    </AccountDialog>
  )
}
