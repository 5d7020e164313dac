import { useState } from 'react'
import { ResetPasswordSchema } from '../../../domain/accounts/administration-schema.ts'
import { requestRecoveryFor } from '../../../domain/accounts/mail-requests.server.ts'
import { setPassword } from '../../../domain/accounts/set-password.server.ts'
import { asAdmin, type Context } from '../../../platform/session.server.ts'
import { redirectWithToast } from '../../../platform/toast.server.ts'
import { readForm } from '../../../platform/upload.server.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { RouteDialog } from '../../../ui/route-dialog.tsx'
import { Toaster } from '../../../ui/toaster.tsx'
import { useAnswer } from '../../../ui/use-answer.ts'
import { parseForm, refuseForm } from '../../../values/form.ts'
import { demandConfirmation } from '../../parts/confirm-yourself.server.ts'
import { demandAccount, dialogFacts, fail, opener, refuse } from '../answer.server.ts'
import { whyNotSet } from '../password-refusal.ts'
import { errorToast } from '../reply.ts'
import { usersHome } from '../users-frame.tsx'
import type { Route } from './+types/route.ts'
import { ResetForm } from './reset-form.tsx'

const title = 'Error with password'
const notSet = errorToast(title, 'The password could not be set. Nothing was changed.')
const notSent = errorToast(title, 'The reset email could not be sent. Nothing was changed.')

export async function loader({ params, context }: Route.LoaderArgs) {
  return dialogFacts(context, params.userId)
}

export async function action({ request, url, params, context }: Route.ActionArgs) {
  const { id: userId, name } = await demandAccount(context, params.userId)
  const form = await readForm(request)
  const parsed = parseForm(ResetPasswordSchema, form)
  if (!parsed.ok) return refuse(parsed.reply)
  const unconfirmed = await demandConfirmation(context, form)
  if (unconfirmed) return refuse(unconfirmed.reply)
  const { mode, key, password } = parsed.value
  const list = `${usersHome}${url.search}`
  if (mode !== 'direct')
    return mailLink(context, form, { userId, list, isInstead: mode === 'instead' })
  try {
    const set = await setPassword(opener(context), { key, userId, password })
    if ('refused' in set) {
      const why = whyNotSet(set)
      return refuse(refuseForm(form, why), why.message ? errorToast(title, why.message) : null)
    }
  } catch (fault) {
    return fail(context, form, fault, notSet)
  }
  const text = `${name} signs in with it once, and then chooses another.`
  return redirectWithToast(list, { kind: 'success', title: 'Password updated', text })
}

type Mailing = { userId: string; list: string; isInstead: boolean }

/** Sent because the administrator chose it, or because a direct set had failed and they took the offer (W-07). */
async function mailLink(context: Context, form: FormData, { userId, list, isInstead }: Mailing) {
  try {
    const sent = await asAdmin(context, (admin) => requestRecoveryFor(admin, userId))
    if ('refused' in sent)
      return refuse(refuseForm(form, { message: whyNotSent[sent.refused] }), notSent)
    const text = isInstead ? instead : `A reset link is on its way to ${sent.sentTo}.`
    const kind = isInstead ? 'info' : 'success'
    return redirectWithToast(list, { kind, title: 'Password reset email sent', text })
  } catch (fault) {
    return fail(context, form, fault, notSent)
  }
}

const instead = 'The password was not set. A reset link was mailed instead.'
const whyNotSent = {
  unknown: 'This account is not there any more.',
  inactive: 'This account is inactive, so no link would open it. Make it active first.',
  'too-many':
    'This address was mailed as often as it may be within an hour. Please try again later.',
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
