import { useState } from 'react'
import { ResetPasswordSchema } from '../../../domain/accounts/administration-schema.ts'
import { setPassword } from '../../../domain/accounts/set-password.server.ts'
import { formAction } from '../../../platform/form-action.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { RouteDialog } from '../../../ui/route-dialog.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import type { Toast } from '../../../values/toast.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { demandAccount, dialogFacts, mailResetLink, opener } from '../answer.server.ts'
import { usersHome } from '../users-frame.tsx'
import { errorToast, passwordRefusals, passwordUpdated, whyNotMailed } from '../words.ts'
import type { Route } from './+types/route.ts'
import { ResetForm } from './reset-form.tsx'

const title = 'Error with password'
const notSet = errorToast(title, 'The password could not be set. Nothing was changed.')
const notSent = errorToast(title, 'The reset email could not be sent. Nothing was changed.')

export async function loader({ params, context }: Route.LoaderArgs) {
  return dialogFacts(context, params.userId)
}

export function action(args: Route.ActionArgs) {
  const { url, params, context } = args
  return formAction(args, {
    guard: () => demandAccount(context, params.userId),
    schema: ResetPasswordSchema,
    run: async ({ form, value: { mode, key, password }, subject: { id: userId } }) =>
      (await demandConfirmation(context, form)) ??
      (mode === 'direct'
        ? setPassword(opener(context), { key, userId, password })
        : mailResetLink(context, userId)),
    refusals: {
      ...passwordRefusals,
      'not-mailed': ({ why }) => ({ message: whyNotMailed[why], toast: notSent }),
    },
    refusedToast: ({ message }) => (message ? errorToast(title, message) : null),
    done: (done, { value: { mode }, subject: { name } }) => ({
      to: `${usersHome}${url.search}`,
      toast: 'sentTo' in done ? mailed(mode, done.sentTo) : passwordUpdated(name),
    }),
    failed: (form) => (form.get('mode') === 'direct' ? notSet : notSent),
  })
}

/** Sent because the administrator chose it, or because a direct set had failed and they took the offer (W-07). */
function mailed(mode: string, sentTo: string): Toast {
  const title = 'Password reset email sent'
  return mode === 'instead'
    ? { kind: 'info', title, text: 'The password was not set. A reset link was mailed instead.' }
    : { kind: 'success', title, text: `A reset link is on its way to ${sentTo}.` }
}

export const meta: Route.MetaFunction = (args) => pageTitle('Reset Password', args)

export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { account, confirm } = loaderData
  const { answer, fetcher } = useAnswer(actionData)
  // The first key stays, however often the page is read again: it is what makes sending twice harmless.
  const [key] = useState(answer?.reply.values.key ?? loaderData.key)
  const isOffered = answer?.toast?.text === notSet.text
  return (
    <RouteDialog title="Reset Password" subtitle={`${account.name}, ${account.email}`}>
      <ResetForm
        {...{ account, confirm, reply: answer?.reply, fetcher, formKey: key, isOffered }}
      />
      <Toaster toast={answer?.toast} />
    </RouteDialog>
  )
}
