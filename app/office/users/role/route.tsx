import {
  type AccountRole,
  accountRoleLabels,
  accountRoles,
} from '../../../domain/accounts/account.ts'
import { changeRole } from '../../../domain/accounts/change-role.server.ts'
import { asAdmin, notFound } from '../../../platform/session.server.ts'
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
import { refuseForm } from '../../../values/form.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmYourself } from '../../parts/confirm-yourself.tsx'
import { Consequence, Consequences } from '../../parts/consequences.tsx'
import { demandAccount, dialogFacts, fail, refuse } from '../answer.server.ts'
import { errorToast } from '../reply.ts'
import { whyRefused } from '../sentences.ts'
import { usersHome } from '../users-frame.tsx'
import type { Route } from './+types/route.ts'

const title = 'Error updating role'

export async function loader({ params, context }: Route.LoaderArgs) {
  return { ...(await dialogFacts(context, params.userId)), role: roleOf(params.role) }
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const { id: userId, name } = await demandAccount(context, params.userId)
  const role = roleOf(params.role)
  const form = await readForm(request)
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed) return refuse(unconfirmed.reply)
  try {
    const changed = await asAdmin(context, (admin) => changeRole(admin, { userId, role }))
    if ('refused' in changed) {
      const message = whyRefused(changed.refused, {
        oneself: 'You cannot change your own role. Another administrator can.',
        same: `${name} is ${article[role]} already.`,
      })
      return refuse(refuseForm(form, { message }), errorToast(title, message))
    }
  } catch (fault) {
    return fail(
      context,
      form,
      fault,
      errorToast(title, 'Make sure you have the correct permissions.'),
    )
  }
  return redirectWithToast(`${usersHome}${url.search}`, {
    kind: 'success',
    title: 'Role updated',
    text: `User has been set as ${role}.`,
  })
}

const article: Record<AccountRole, string> = { admin: 'an administrator', investor: 'an investor' }

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
