import { data } from 'react-router'
import { z } from 'zod'
import { findSecondFactor } from '../../../domain/accounts/second-factor.server.ts'
import { resetSecondFactorOf } from '../../../domain/accounts/second-factor-set-up.server.ts'
import { asAdmin, type Context, logFault, signedIn } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { emailAddress } from '../../../values/fields.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { demandWholeConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmWholly } from '../../parts/confirm-yourself.tsx'
import type { Route } from './+types/route.ts'

const WhoseSchema = z.object({ email: emailAddress() })

/** Another screen may name the person in the address: `?email=`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const userId = await asAdmin(context, async (admin) => admin.userId)
  const factor = userId !== null && (await findSecondFactor(userId)).on
  return { email: url.searchParams.get('email') ?? '', factor }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const person = await signedIn(context)
  const parsed = parseForm(WhoseSchema, form)
  const isOwn = parsed.ok && parsed.value.email === person?.email
  const refusal = parsed.ok && !isOwn ? await demandWholeConfirmation(context, form) : null
  if (refusal) return data(refusal, { status: 422 })
  if (!parsed.ok) {
    await asAdmin(context, async () => undefined)
    return data(parsed.reply, { status: 422 })
  }
  try {
    return await reset(context, form, isOwn ? null : parsed.value.email)
  } catch (fault) {
    const message = `The second factor was not reset. Nothing was changed. Reference ${logFault(context, failed, fault)}`
    return data(refuseForm(form, { message }), { status: 500 })
  }
}

const failed = 'a second factor was not reset'

/** `email` is null where it is one's own. */
async function reset(context: Context, form: FormData, email: string | null) {
  const done = await asAdmin(context, async (admin) =>
    email === null ? { refused: 'own' as const } : resetSecondFactorOf(admin, email),
  )
  if (!('refused' in done)) {
    return redirectWithToast('/admin-dashboard/security', {
      kind: 'success',
      title: 'Second factor reset',
      text: 'They sign in with their password alone, and are told by mail.',
    })
  }
  const sentence = done.refused === 'own' ? own : 'No account with this email has a second factor.'
  const { code: _, ...values } = refuseForm(form, {}).values
  return data({ errors: { email: sentence }, values }, { status: 422 })
}

const own = 'This is you. Turn off your own second factor on the page behind.'

export const meta: Route.MetaFunction = () => [{ title: 'Reset a second factor · Msingi' }]

export default function ResetSecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog title="Reset a second factor" subtitle="Their sessions end, and they are told by mail.">
      <ActionForm reply={answer} fetcher={fetcher}>
        <DialogBody>
          <FieldGrid>
            <TextField
              name="email"
              type="email"
              label="Whose"
              required
              span="full"
              defaultValue={loaderData.email}
              hint="Their email here. They set up a new one after signing in with their password."
              autoComplete="off"
              spellCheck={false}
              autoCapitalize="none"
            />
            <ConfirmWholly factor={loaderData.factor} />
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
