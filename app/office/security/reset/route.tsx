import { z } from 'zod'
import {
  resetRefusal,
  resetSecondFactorOf,
} from '../../../domain/accounts/second-factor/second-factor-set-up.server.ts'
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
import { emailAddress } from '../../../values/fields.ts'
import { approvable } from '../../approvals/approvable.server.ts'
import { needsConfirmation, requireFullConfirmation } from '../../parts/confirm-identity.server.ts'
import { ConfirmFully } from '../../parts/confirm-identity.tsx'
import type { Route } from './+types/route.ts'

const to = '/admin-dashboard/security'

const WhoseSchema = z.object({ email: emailAddress() })

/** Another page may prefill the person: `?email=`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const alone = await adminQuery(context, (admin) => mayActAlone(admin))
  const confirm = await needsConfirmation(context)
  return { email: url.searchParams.get('email') ?? '', alone, confirm }
}

export function action(args: Route.ActionArgs) {
  const { context } = args
  return formAction(args, {
    guard: requireAdmin,
    schema: WhoseSchema,
    run: async ({ form, value: { email } }) => {
      // A code works once, so the email is checked before it is used.
      const refused = await adminQuery(context, (admin) => resetRefusal(admin, email))
      if (refused) return { refused }
      return (
        (await requireFullConfirmation(context, form)) ??
        approvable(context, { command: 'reset-second-factor', input: { email }, to }, (admin) =>
          resetSecondFactorOf(admin, { email }),
        )
      )
    },
    refusals: {
      own: {
        errors: { email: 'This is you. Turn off your own second factor on the Security page.' },
      },
      none: { errors: { email: 'No account with this email has a second factor.' } },
    },
    done: () => ({
      to,
      toast: {
        kind: 'success',
        title: 'Second factor reset',
        text: 'They sign in with their password alone and are notified by email.',
      },
    }),
    failed: {
      title: 'The second factor was not reset',
      text: 'The second factor was not reset. Nothing was changed.',
    },
  })
}

export const meta: Route.MetaFunction = (args) => pageTitle('Reset a second factor', args)

export default function ResetSecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog
      title="Reset a second factor"
      subtitle="Their sessions end, and they are notified by email."
    >
      <ActionForm reply={answer?.reply} fetcher={fetcher}>
        <DialogBody>
          <FieldGrid>
            {!loaderData.alone && (
              <p className="col-span-full">
                A member of staff keeps it until another person approves the reset.
              </p>
            )}
            <TextField
              name="email"
              type="email"
              label="Account email"
              required
              span="full"
              defaultValue={loaderData.email}
              hint="They set up a new one after signing in with their password."
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
            />
            <ConfirmFully {...loaderData.confirm} />
          </FieldGrid>
        </DialogBody>
        <DialogFoot>
          <DialogCancel />
          <SubmitButton pendingLabel="Resetting">Reset their second factor</SubmitButton>
        </DialogFoot>
      </ActionForm>
    </RouteDialog>
  )
}
