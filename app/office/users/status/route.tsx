import { accountStatusLabels } from '../../../domain/accounts/account.ts'
import { AccountStatusSchema } from '../../../domain/accounts/administration/administration-schema.ts'
import { changeStatus } from '../../../domain/accounts/administration/change-status.server.ts'
import {
  handOverTasks,
  type OpenTasks,
  openTasksOf,
  successorsOf,
} from '../../../domain/approvals/hand-over.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery } from '../../../platform/session/session.server.ts'
import { SelectField } from '../../../ui/fields/select-field.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { counted } from '../../../values/counted.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { accountSteps, addressAfter, loadAccountAction } from '../account-action.server.ts'
import { AccountDialog, NeedsApproval } from '../account-action.tsx'
import { ChoiceSwitch } from '../choice-switch.tsx'
import { accountRefusals, toastOf, unresolvedRefusals } from '../messages.ts'
import type { Route } from './+types/route.ts'

const title = 'Error updating status'

export async function loader(args: Route.LoaderArgs) {
  const facts = await loadAccountAction(args)
  const { userId } = args.params
  const handing = await adminQuery(args.context, async (admin) => ({
    tasks: await openTasksOf(admin, userId),
    successors: await successorsOf(admin, userId),
  }))
  return { ...facts, ...handing }
}

export function action(args: Route.ActionArgs) {
  return formAction(args, {
    ...accountSteps(args, AccountStatusSchema, ({ id: userId }, { status, successor }) => {
      const input = { userId, status }
      const proposing = { command: 'change-status' as const, input, to: addressAfter(args) }
      return approvable(args.context, proposing, async (admin) => {
        if (status === 'inactive' && userId !== admin.userId) {
          const handed = await handOver(admin, userId, successor)
          if ('refused' in handed) return handed
        }
        return changeStatus(admin, input)
      })
    }),
    refusals: {
      ...unresolvedRefusals(title),
      ...accountRefusals,
      oneself: 'You cannot change your own status. Another administrator can.',
      'no-successor': {
        errors: { successor: 'Choose who takes over the open tasks of this person.' },
      },
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

type Admin = Parameters<typeof handOverTasks>[0]

/** Nothing to hand over needs no successor. */
async function handOver(admin: Admin, from: string, to: string | null) {
  const { proposals, statements } = await openTasksOf(admin, from)
  if (proposals + statements === 0) return { handedOver: true as const }
  return to === null ? { refused: 'no-successor' as const } : handOverTasks(admin, { from, to })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Update Account Status', args)

function openWords({ proposals, statements }: OpenTasks): string {
  const kinds = [
    ...(proposals > 0 ? [counted(proposals, 'proposal')] : []),
    ...(statements > 0 ? [counted(statements, 'statement that is not confirmed')] : []),
  ]
  return kinds.join(' and ')
}

const options = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

export default function UpdateStatus({ loaderData, actionData }: Route.ComponentProps) {
  const { account, tasks, successors } = loaderData
  if (!account) return null
  return (
    <AccountDialog
      facts={loaderData}
      actionData={actionData}
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
      {tasks.proposals + tasks.statements > 0 && (
        <SelectField
          name="successor"
          label="Who takes over"
          span="full"
          hint={`Open: ${openWords(tasks)}. Needed when the account becomes inactive.`}
          defaultValue=""
        >
          <option value="">Choose a colleague</option>
          {successors.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
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
        {account.role === 'admin' && account.status === 'inactive' && (
          <NeedsApproval of="Active again" alone={loaderData.alone} />
        )}
      </Consequences>
    </AccountDialog>
  )
}
