import { data, Link } from 'react-router'
import {
  changeOwnPassword,
  type OwnPasswordChanged,
} from '../../domain/accounts/change-own-password.server.ts'
import { passwordMessages } from '../../domain/accounts/password.ts'
import { OwnPasswordSchema } from '../../domain/accounts/sign-in-schema.ts'
import { demandSelf, logFault } from '../../platform/session.server.ts'
import { redirectWithToast, takeToast } from '../../platform/toast.server.ts'
import { readForm } from '../../platform/upload.server.ts'
import { ActionForm } from '../../ui/form.tsx'
import { OwnPasswordFields } from '../../ui/own-password-form.tsx'
import { pageTitle } from '../../ui/page-title.ts'
import { Toaster } from '../../ui/toaster.tsx'
import { parseForm, refuseForm } from '../../values/form.ts'
import type { Toast } from '../../values/toast.ts'
import { Door } from '../parts/door.tsx'
import { doorFacts, pageAfterAct, waitSentence } from '../parts/own-account.server.ts'
import type { Route } from './+types/route.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const self = await demandSelf(context)
  const { demo, picture } = await doorFacts(context)
  const { toast, headers } = takeToast(request)
  const { hold, email } = self
  return data(
    { demo, picture, toast, email, forced: hold === 'password', next: pageAfterAct(self, url) },
    { headers },
  )
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const self = await demandSelf(context)
  const form = await readForm(request)
  const parsed = parseForm(OwnPasswordSchema, form)
  if (!parsed.ok) return data(parsed.reply, { status: 422 })
  const { currentPassword: present, password } = parsed.value
  try {
    const changed = await changeOwnPassword(self, { present, password })
    if ('changed' in changed) return redirectWithToast(pageAfterAct(self, url), done)
    return data(refuseForm(form, sentenceFor(changed)), {
      status: changed.refused === 'too-many' ? 429 : 422,
    })
  } catch (fault) {
    const message = `${notChanged} Reference ${logFault(context, 'an own password was not changed', fault)}`
    return data(refuseForm(form, { message }), { status: 500 })
  }
}

const done: Toast = {
  kind: 'success',
  title: 'Password changed',
  text: 'Every other device was signed out.',
}
const notChanged = 'The password could not be changed. Please try again later.'

function sentenceFor(refusal: Exclude<OwnPasswordChanged, { changed: true }>) {
  switch (refusal.refused) {
    case 'wrong':
      return { errors: { currentPassword: 'This is not your current password.' } }
    case 'too-many':
      return { message: waitSentence(refusal.retryAt) }
    case 'password':
      return {
        errors: { password: refusal.fault === 'same' ? same : passwordMessages[refusal.fault] },
      }
    default:
      return refusal satisfies never
  }
}

const same = 'Choose another password than the present one.'

export function meta(args: Route.MetaArgs) {
  return [...pageTitle('New password', args), { name: 'robots', content: 'noindex' }]
}

export default function NewPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { demo, picture, toast, email, forced, next } = loaderData
  return (
    <Door picture={picture} demo={demo}>
      <h1 className="door-title">{forced ? 'Choose your own password' : 'Change your password'}</h1>
      <p className="pt-2 text-muted">
        {forced
          ? 'Your password was set for you, so somebody else knows it. Replace it, and it is yours alone.'
          : 'Every other device is signed out then.'}
      </p>
      <ActionForm reply={actionData} replace className="grid gap-5 pt-7 *:data-form-alert:mb-0">
        <OwnPasswordFields email={email} />
      </ActionForm>
      {forced ? (
        <form method="post" action="/logout" className="door-foot">
          <button type="submit" className="min-h-11 text-link underline underline-offset-[0.2em]">
            Sign out
          </button>
        </form>
      ) : (
        <p className="door-foot">
          <Link to={next}>Back, and change nothing</Link>
        </p>
      )}
      <Toaster toast={toast} phone="top" />
    </Door>
  )
}
