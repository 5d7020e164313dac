import { accountStatusLabels } from '../../../domain/accounts/account.ts'
import { AccountStatusSchema } from '../../../domain/accounts/administration-schema.ts'
import { changeStatus } from '../../../domain/accounts/change-status.server.ts'
import { asAdmin } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { demandAccount, dialogFacts, fail, refuse } from '../answer.server.ts'
import { ChoiceSwitch } from '../choice-switch.tsx'
import { errorToast } from '../reply.ts'
import { whyRefused } from '../sentences.ts'
import { usersHome } from '../users-frame.tsx'
import type { Route } from './+types/route.ts'

const title = 'Error updating status'

export async function loader({ params, context }: Route.LoaderArgs) {
  return dialogFacts(context, params.userId)
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const { id: userId, name } = await demandAccount(context, params.userId)
  const form = await readForm(request)
  const parsed = parseForm(AccountStatusSchema, form)
  if (!parsed.ok) return refuse(parsed.reply)
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed) return refuse(unconfirmed.reply)
  const { status } = parsed.value
  try {
    const changed = await asAdmin(context, (admin) => changeStatus(admin, { userId, status }))
    if ('refused' in changed) {
      const message = whyRefused(changed.refused, {
        oneself: 'You cannot change your own status. Another administrator can.',
        same: `This account is ${status} already.`,
      })
      return refuse(refuseForm(form, { message }), errorToast(title, message))
    }
  } catch (fault) {
    return fail(
      context,
      form,
      fault,
      errorToast(title, 'There was a problem updating the user status.'),
    )
  }
  return redirectWithToast(`${usersHome}${url.search}`, {
    kind: 'success',
    title: 'Status updated',
    text: status === 'active' ? `${name} may sign in.` : `${name} may not sign in any more.`,
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
