import { accountStatusLabels } from '../../../domain/accounts/account.ts'
import { AccountStatusSchema } from '../../../domain/accounts/administration-schema.ts'
import { changeStatus } from '../../../domain/accounts/change-status.server.ts'
import { formAction } from '../../../platform/form-action.server.ts'
import { asAdmin } from '../../../platform/session.server.ts'
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
import { demandAccount, dialogFacts } from '../answer.server.ts'
import { ChoiceSwitch } from '../choice-switch.tsx'
import { usersHome } from '../users-frame.tsx'
import { accountRefusals, errorToast } from '../words.ts'
import type { Route } from './+types/route.ts'

const title = 'Error updating status'

export async function loader({ params, context }: Route.LoaderArgs) {
  return dialogFacts(context, params.userId)
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => demandAccount(context, params.userId),
    schema: AccountStatusSchema,
    run: async ({ form, value: { status }, subject: { id: userId } }) =>
      (await demandConfirmation(context, form)) ??
      asAdmin(context, (admin) => changeStatus(admin, { userId, status })),
    refusals: ({ refused }, form) =>
      accountRefusals({
        oneself: 'You cannot change your own status. Another administrator can.',
        same: `This account is ${form.get('status')} already.`,
      })[refused],
    refusedToast: ({ message }) => (message ? errorToast(title, message) : null),
    done: ({ status }, { subject: { name } }) => ({
      to: `${usersHome}${url.search}`,
      toast: {
        kind: 'success',
        title: 'Status updated',
        text: status === 'active' ? `${name} may sign in.` : `${name} may not sign in any more.`,
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
  const { account, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog title="Update Account Status" subtitle={`${account.name}, ${account.email}`}>
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <FieldGrid>
            <p className="col-span-full">Active accounts may sign in. Inactive ones may not.</p>
            <ChoiceSwitch
              name="status"
              label="Account status"
              options={options}
              defaultValue={account.status === 'inactive' ? 'inactive' : 'active'}
            />
            <Consequences>
              <Consequence of="Status now">{accountStatusLabels[account.status]}</Consequence>
              <Consequence of="Inactive">
                ends every session and every mailed link at once
              </Consequence>
              <Consequence of="Active">
                {account.hasPassword
                  ? 'lets them sign in with their password'
                  : 'needs a password before they can sign in'}
              </Consequence>
            </Consequences>
            <ConfirmYourself {...confirm} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Updating status">Update Status</SubmitButton>
        </DialogFoot>
      </ActionForm>
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
