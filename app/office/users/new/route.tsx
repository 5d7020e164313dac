import { randomUUID } from 'node:crypto'
import { addStaff } from '../../../domain/accounts/administration/add-staff.server.ts'
import { AddStaffSchema } from '../../../domain/accounts/administration/administration-schema.ts'
import { invitationLifetime } from '../../../domain/accounts/invitations/invitations.server.ts'
import { mayActAlone } from '../../../domain/approvals/acts-by-one-person.server.ts'
import { formAction } from '../../../platform/http/form-action.server.ts'
import { adminQuery, requireAdmin } from '../../../platform/session/session.server.ts'
import { FieldGrid } from '../../../ui/fields/field.tsx'
import { ActionForm } from '../../../ui/fields/form.tsx'
import { SubmitButton } from '../../../ui/fields/submit-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { useAnswer } from '../../../ui/fields/use-answer.ts'
import { DialogBody, DialogFoot } from '../../../ui/layout/dialog-parts.tsx'
import { pageTitle } from '../../../ui/layout/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/layout/route-dialog.tsx'
import { approvable } from '../../approvals/approvable.server.ts'
import { needsConfirmation, requireConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmIdentity } from '../../parts/confirm-identity.tsx'
import { StaffRoleFields } from '../../parts/staff-role-fields.tsx'
import { usersHome } from '../../paths.ts'
import { accountRefusals } from '../messages.ts'
import type { Route } from './+types/route.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const facts = await adminQuery(context, async (admin) => ({
    lifetime: await invitationLifetime(admin),
    alone: await mayActAlone(admin),
  }))
  return { key: randomUUID(), ...facts, confirm: await needsConfirmation(context) }
}

export function action(args: Route.ActionArgs) {
  const { context, url } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: AddStaffSchema,
    run: async ({ form, value }) =>
      (await requireConfirmation(context, form)) ?? {
        ...(await approvable(
          context,
          { command: 'add-staff', input: value, key: value.key, to: `${usersHome}${url.search}` },
          (admin) => addStaff(admin, value),
        )),
        name: value.name,
      },
    refusals: {
      ...accountRefusals,
      'email-in-use': {
        errors: {
          email: 'This address already has an account or an investor. Find it in Manage Users.',
        },
      },
      'key-reused': 'The form was already sent with other details. Reload the page and try again.',
    },
    done: ({ name }) => ({
      to: `${usersHome}${url.search}`,
      toast: {
        kind: 'success',
        title: 'Staff member added',
        text: `${name} gets an invitation by email.`,
      },
    }),
    failed: 'The staff member could not be added',
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Add staff member', args)

/** Adds an account of staff without an investor record. */
export default function AddStaffMember({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog title="Add staff member">
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <input type="hidden" name="key" value={answer?.reply.values.key ?? loaderData.key} />
          <FieldGrid>
            <TextField name="name" label="Name" autoComplete="off" required />
            <TextField name="email" label="Email" type="email" autoComplete="off" required />
            <StaffRoleFields chosen={[]} />
            <p className="col-span-full text-sm text-muted">
              They get an invitation by email, which works for {loaderData.lifetime}. No investor
              record is created.
              {loaderData.alone || ' Another person approves the account first.'}
            </p>
            <ConfirmIdentity {...loaderData.confirm} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Adding">Add staff member</SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}
