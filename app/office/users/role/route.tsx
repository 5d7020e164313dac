import {
  type AccountRole,
  accountRoleLabels,
  accountRoles,
} from '../../../domain/accounts/account.ts'
import { formAction } from '../../../platform/form-action.server.ts'
import { notFound } from '../../../platform/session.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { demandAccount, dialogFacts, setRole } from '../answer.server.ts'
import { usersHome } from '../users-frame.tsx'
import { accountRefusals, errorToast } from '../words.ts'
import type { Route } from './+types/route.ts'

const title = 'Error updating role'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { ...(await dialogFacts(context, params.userId)), role: roleOf(params.role) }
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  const role = roleOf(params.role)
  return formAction(args, {
    guard: () => demandAccount(context, params.userId),
    run: async ({ form, subject }) =>
      (await demandConfirmation(context, form)) ?? setRole(context, subject, role),
    refusals: ({ refused, same }) => accountRefusals({ oneself: notOneself, same })[refused],
    refusedToast: ({ message }) => (message ? errorToast(title, message) : null),
    done: () => ({
      to: `${usersHome}${url.search}`,
      toast: { kind: 'success', title: 'Role updated', text: `User has been set as ${role}.` },
    }),
    failed: { title, text: 'Make sure you have the correct permissions.' },
  })
}

const notOneself = 'You cannot change your own role. Another administrator can.'

function roleOf(word: string): AccountRole {
  const role = accountRoles.find((one) => one === word)
  if (!role) throw notFound()
  return role
}

export const meta: Route.MetaFunction = (args) => pageTitle('Change Role', args)

export default function ChangeRole({ loaderData, actionData }: Route.ComponentProps) {
  const { account, role, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog
      title={`Set as ${accountRoleLabels[role]}`}
      subtitle={`${account.name}, ${account.email}`}
    >
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <FieldGrid>
            <Consequences>
              <Consequence of="Role" was={accountRoleLabels[account.role]}>
                {accountRoleLabels[role]}
              </Consequence>
              <Consequence of="Sessions">end now: they must log out and back in</Consequence>
              <Consequence of="Investor record">
                {account.investorId ? 'stays as it is' : 'there is none, and none is made'}
              </Consequence>
              <Consequence of={role === 'admin' ? 'From now on' : 'No longer'}>
                {role === 'admin'
                  ? 'they see and change everything here'
                  : 'they see the back office'}
              </Consequence>
            </Consequences>
            <ConfirmYourself {...confirm} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Updating role">{`Set as ${accountRoleLabels[role]}`}</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
