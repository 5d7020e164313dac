import { data } from 'react-router'
import { z } from 'zod'
import { findSecondFactor } from '../../../domain/accounts/second-factor.server.ts'
import {
  resetSecondFactorOf,
  whyNotReset,
} from '../../../domain/accounts/second-factor-set-up.server.ts'
import { asAdmin, type Context, logFault, lookAsAdmin } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { DialogBody, DialogFoot } from '../../../ui/dialog-parts.tsx'
import { FieldGrid } from '../../../ui/field.tsx'
import { ActionForm } from '../../../ui/form.tsx'
import { pageTitle } from '../../../ui/page-title.ts'
import { DialogCancel, RouteDialog } from '../../../ui/route-dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { emailAddress } from '../../../values/fields.ts'
import { type FormReply, parseForm, refuseForm } from '../../../values/form.ts'
import { demandWholeConfirmation } from '../../parts/confirm-yourself.server.ts'
import { ConfirmWholly } from '../../parts/confirm-yourself.tsx'
import type { Route } from './+types/route.ts'

const WhoseSchema = z.object({ email: emailAddress() })

/** Another screen may name the person in the address: `?email=`. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const userId = await lookAsAdmin(context, async (admin) => admin.userId)
  const factor = userId !== null && (await findSecondFactor(userId)).on
  return { email: url.searchParams.get('email') ?? '', factor }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const parsed = parseForm(WhoseSchema, form)
  try {
    // A code is good once: what is wrong with the address is told before it is spent.
    const found = await asAdmin(
      context,
      async (admin) => parsed.ok && (await whyNotReset(admin, parsed.value.email)),
    )
    if (!parsed.ok) return data(parsed.reply, { status: 422 })
    if (found) return data(refusedFor(form, found), { status: 422 })
    const refusal = await demandWholeConfirmation(context, form)
    if (refusal) return data(refusal, { status: 422 })
    return await reset(context, form, parsed.value.email)
  } catch (fault) {
    const message = `The second factor was not reset. Nothing was changed. Reference ${logFault(context, failed, fault)}`
    return data(refuseForm(form, { message }), { status: 500 })
  }
}

const failed = 'a second factor was not reset'

async function reset(context: Context, form: FormData, email: string) {
  const done = await asAdmin(context, (admin) => resetSecondFactorOf(admin, email))
  if (!('refused' in done)) {
    return redirectWithToast('/admin-dashboard/security', {
      kind: 'success',
      title: 'Second factor reset',
      text: 'They sign in with their password alone, and are told by mail.',
    })
  }
  return data(refusedFor(form, done.refused), { status: 422 })
}

const sentences = {
  own: 'This is you. Turn off your own second factor on the page behind.',
  none: 'No account with this email has a second factor.',
}

/** What proves somebody never comes back with the form. */
function refusedFor(form: FormData, refused: keyof typeof sentences): FormReply {
  const { code: _, ...values } = refuseForm(form, {}).values
  return { errors: { email: sentences[refused] }, values }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Reset a second factor', args)

export default function ResetSecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, fetcher } = useAnswer(actionData)
  return (
    <RouteDialog
      title="Reset a second factor"
      subtitle="Their sessions end, and they are told by mail."
    >
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
